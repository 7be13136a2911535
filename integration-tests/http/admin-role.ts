import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** Makes a role that may do what `rights` say ("payment:read"); answers its id. */
export async function createRole(
  container: MedusaContainer,
  name: string,
  rights: string[]
): Promise<string> {
  const rbac = container.resolve(Modules.RBAC)
  const role = await rbac.createRbacRoles({ name })
  for (const key of rights) {
    const [resource, operation] = key.split(":")
    const [known] = await rbac.listRbacPolicies({ key })
    const policy =
      known ?? (await rbac.createRbacPolicies({ key, resource, operation }))
    await rbac.createRbacRolePolicies({
      role_id: role.id,
      policy_id: policy.id,
    })
  }
  return role.id
}
