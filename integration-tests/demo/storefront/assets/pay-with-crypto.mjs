/* global location */
import { post } from "./store-api.mjs"

const PROVIDER = "pp_crypto_crypto"

/** Opens a payment for the cart and leads the browser to its checkout page. */
export async function payWithCrypto(cart) {
  const { payment_collection: collection } = await post(
    "/store/payment-collections",
    { cart_id: cart.id }
  )
  // The plugin puts the id in; the session does not exist yet.
  const returnPage = `${location.origin}/return?payment_session_id={payment_session_id}`
  const opened = await post(
    `/store/payment-collections/${collection.id}/payment-sessions`,
    {
      provider_id: PROVIDER,
      data: { success_url: returnPage, fail_url: returnPage },
    }
  )
  const session = opened.payment_collection.payment_sessions.find(
    ({ provider_id }) => provider_id === PROVIDER
  )
  location.assign(session.data.checkout_url)
}
