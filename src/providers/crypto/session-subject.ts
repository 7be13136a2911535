import type { RemoteQueryFunction } from "@medusajs/framework/types"

/** Whose a payment session is, and what it is for. */
export type SessionSubject = {
  provider_id: string
  payment_collection_id: string
  /** Null for a collection without a cart. */
  cart_id: string | null
}

/**
 * Finds it with no help from the storefront, and without pricing anything. The
 * session's row is there already when core calls the provider.
 */
export async function findSubject(
  query: RemoteQueryFunction,
  sessionId: string
): Promise<SessionSubject | undefined> {
  const {
    data: [session],
  } = await query.graph({
    entity: "payment_session",
    fields: ["provider_id", "payment_collection_id"],
    filters: { id: sessionId },
  })
  if (!session) return undefined
  const { provider_id, payment_collection_id } = session
  const {
    data: [link],
  } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id },
  })
  return { provider_id, payment_collection_id, cart_id: link?.cart_id ?? null }
}
