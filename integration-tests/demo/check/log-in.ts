import { HttpClient } from "../../store/http-client"
import type { Demo } from "../start-demo"

/**
 * A client of the demo's admin API. (The one of the store's own folder brings
 * Medusa's workflows into this process, and with them much that is not ours.)
 */
export async function logIn({
  medusaUrl,
  adminUser,
}: Pick<Demo, "medusaUrl" | "adminUser">): Promise<HttpClient> {
  const http = new HttpClient(medusaUrl, {})
  const { token } = await http.post<{ token: string }>(
    "/auth/user/emailpass",
    adminUser
  )
  return http.with("authorization", `Bearer ${token}`)
}
