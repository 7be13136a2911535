import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  createUsersWorkflow,
  setAuthAppMetadataWorkflow,
} from "@medusajs/medusa/core-flows"
import { HttpClient } from "./http-client"

/** Creates an admin who can log in, as `medusa user` does. */
export async function createAdminUser(
  container: MedusaContainer,
  { email, password }: { email: string; password: string }
): Promise<void> {
  const {
    result: [user],
  } = await createUsersWorkflow(container).run({
    input: { users: [{ email }] },
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

/** A client of the admin API, logged in. */
export async function logInAsAdmin(
  baseUrl: string,
  credentials: { email: string; password: string }
): Promise<HttpClient> {
  const http = new HttpClient(baseUrl, {})
  const { token } = await http.post<{ token: string }>(
    "/auth/user/emailpass",
    credentials
  )
  return http.with("authorization", `Bearer ${token}`)
}
