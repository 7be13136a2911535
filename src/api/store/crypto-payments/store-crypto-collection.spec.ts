import {
  type CollectionContext,
  toStoreCryptoCollection,
} from "./collections/[payment_collection_id]/route"
import type { OrderCollection } from "./payable"
import { toStoreCryptoPayment } from "./store-crypto-payment"
import { attemptRow } from "../../../modules/crypto-payment/fixtures/attempt-row"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"

const now = new Date("2026-01-01T12:00:00Z")

const collection: OrderCollection = {
  id: "pay_col_1",
  cart_id: "cart_1",
  order: { id: "order_1", display_id: 7, region_id: "reg_1" },
  currency_code: "eur",
  session_ids: ["payses_1"],
  state: "unpaid",
  due: { amount: "19.99", currency_code: "eur" },
}

const context = (
  patch: Partial<CollectionContext> = {}
): CollectionContext => ({
  providers: [
    { provider_id: "pp_crypto_crypto", flow: "widget", merchantKey: "hush" },
  ],
  attempts: [],
  current: null,
  payUntil: new Date("2026-01-01T13:00:00Z"),
  now,
  ...patch,
})

const payment = (attempt: Attempt) =>
  toStoreCryptoPayment(attempt, {
    sessionId: "payses_1",
    cartId: undefined,
    coin: { code: "ETH", name: "Ether", network: "Ethereum" },
    token: undefined,
    cart: null,
    cartPrice: null,
    order: null,
    payUntil: null,
    surplus: null,
    replaced: false,
    expiresAt: null,
    now,
  })

const withCurrent = (attempt: Attempt) => ({
  attempts: [attempt],
  current: { attempt, payment: payment(attempt) },
})

describe("toStoreCryptoCollection", () => {
  it("has what is due and how it can be paid, and nothing of the customer", () => {
    expect(toStoreCryptoCollection(collection, context())).toEqual({
      payment_collection_id: "pay_col_1",
      order_display_id: 7,
      state: "unpaid",
      amount: "19.99",
      currency_code: "eur",
      pay_until: "2026-01-01T13:00:00.000Z",
      payable: true,
      providers: [{ provider_id: "pp_crypto_crypto", flow: "widget" }],
      crypto_payment: null,
      receipt: null,
      server_time: "2026-01-01T12:00:00.000Z",
    })
  })

  const inState = (state: Attempt["state"]) =>
    withCurrent(attemptRow({ state }))
  const resolved = [attemptRow({ state: "resolved" })]
  it.each<[string, Partial<CollectionContext>, boolean?]>([
    ["the time is over", { payUntil: now }],
    ["no crypto provider is enabled", { providers: [] }],
    ["a payment was received", inState("paid")],
    ["a payment needs attention", inState("attention")],
    ["it was paid and refunded", inState("settled")],
    ["the store resolved a payment, so it is", { attempts: resolved }, true],
  ])("is not payable where %s", (_, patch, payable = false) => {
    const shown = toStoreCryptoCollection(collection, context(patch))
    expect(shown).toMatchObject({ state: "unpaid", payable })
  })

  const due = { amount: "25.00", currency_code: "eur" }
  const none = { amount: null, pay_until: null }
  it.each<[OrderCollection, object]>([
    [{ ...collection, state: "paid", due: null }, none],
    [{ ...collection, state: "canceled", due: null }, none],
    [{ ...collection, state: "changed", due }, { amount: "25.00" }],
  ])("is not payable once it is otherwise: %j", (done, expected) => {
    const { state } = done
    const shown = toStoreCryptoCollection(done, context())
    expect(shown).toMatchObject({ state, payable: false, ...expected })
  })

  it("has a receipt of the settled payment only", () => {
    const settled = attemptRow({
      state: "settled",
      crypto_amount: "0.015",
      crypto_currency: "ETH",
      paid_at: now,
    })
    const receiptOf = (attempt: Attempt) =>
      toStoreCryptoCollection(collection, context(withCurrent(attempt))).receipt
    expect(receiptOf(settled)).toEqual({
      amount: "19.99",
      currency_code: "eur",
      crypto_amount: "0.015",
      crypto_currency: "ETH",
      crypto_name: "Ether",
      crypto_network: "Ethereum",
      is_test: false,
      paid_at: "2026-01-01T12:00:00.000Z",
    })
    expect(receiptOf(attemptRow({ state: "attention" }))).toBeNull()
  })
})
