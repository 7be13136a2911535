import { HttpClient } from "./http-client"

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
