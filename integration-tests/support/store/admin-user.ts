import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  createUsersWorkflow,
  setAuthAppMetadataWorkflow,
} from "@medusajs/medusa/core-flows"

export type AdminUser = {
  email: string
  password: string
  /** Ids of roles, where RBAC is on. */
  roles?: string[]
}

/** Creates an admin who can log in, as `medusa user` does. */
export async function createAdminUser(
  container: MedusaContainer,
  { email, password, roles }: AdminUser
): Promise<void> {
  const {
    result: [user],
  } = await createUsersWorkflow(container).run({
    input: { users: [{ email, roles }] },
  })
  const { authIdentity, error } = await container
    .resolve(Modules.AUTH)
    .register("emailpass", { body: { email, password } })
  if (!authIdentity) throw new Error(`Could not register ${email}: ${error}`)
  await setAuthAppMetadataWorkflow(container).run({
    input: {
      authIdentityId: authIdentity.id,
      actorType: "user",
      value: user.id,
    },
  })
}
