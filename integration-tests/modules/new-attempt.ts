import type { NewAttempt } from "../../src/modules/crypto-payment/attempts/attempts"

/** Columns of a new row: 19.99 EUR of `cart_1`, not at the gateway yet. */
export function newAttempt(patch: Partial<NewAttempt> = {}): NewAttempt {
  return {
    provider_id: "pp_crypto_crypto",
    merchant_id: "merchant-1",
    flow: "widget",
    external_id: "cart_1",
    cart_id: "cart_1",
    payment_collection_id: "pay_col_1",
    amount: "19.99",
    currency_code: "eur",
    is_test: false,
    ...patch,
  }
}
