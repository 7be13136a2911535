import { HttpClient } from "./http-client"

type Credentials = { email: string; password: string }

/** A client of the admin API, logged in. */
export async function logInAsAdmin(
  baseUrl: string,
  credentials: Credentials
): Promise<HttpClient> {
  const token = await adminToken(baseUrl, credentials)
  return new HttpClient(baseUrl, { authorization: `Bearer ${token}` })
}

/** The bearer token of an admin. */
export async function adminToken(
  baseUrl: string,
  { email, password }: Credentials
): Promise<string> {
  const { token } = await new HttpClient(baseUrl, {}).post<{ token: string }>(
    "/auth/user/emailpass",
    { email, password }
  )
  return token
}
