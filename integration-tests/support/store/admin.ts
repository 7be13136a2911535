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

/**
 * Makes an order by hand, with one piece and no payment, as an admin does.
 *
 * @param fields of the draft, such as `region_id`
 */
export async function orderByHand(
  admin: HttpClient,
  variantId: string,
  fields: Record<string, string>
): Promise<{ id: string; display_id: number }> {
  const { draft_order } = await admin.post<{
    draft_order: { id: string; display_id: number }
  }>("/admin/draft-orders", {
    ...fields,
    items: [{ variant_id: variantId, quantity: 1 }],
  })
  await admin.post(`/admin/draft-orders/${draft_order.id}/convert-to-order`)
  return draft_order
}

/** Puts more pieces into an order, as an admin does. */
export async function addToOrder(
  admin: HttpClient,
  orderId: string,
  variantId: string,
  quantity = 1
): Promise<void> {
  const path = `/admin/order-edits/${orderId}`
  await admin.post("/admin/order-edits", { order_id: orderId })
  await admin.post(`${path}/items`, {
    items: [{ variant_id: variantId, quantity }],
  })
  await admin.post(`${path}/confirm`)
}

/** The payment collection of what is due for an order; null where nothing is. */
export async function dueCollection(
  admin: HttpClient,
  orderId: string
): Promise<string | null> {
  const { order } = await admin.get<{
    order: { payment_collections: { id: string; status: string }[] }
  }>(
    `/admin/orders/${orderId}?fields=payment_collections.id,payment_collections.status`
  )
  const due = order.payment_collections.find(
    ({ status }) => status === "not_paid"
  )
  return due?.id ?? null
}
