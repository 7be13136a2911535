import { signWebhook } from "../../../../gateway"
import {
  answer,
  type Answer,
  closeServed,
  confirmedPayment,
  createdPayment,
  serve,
  webhookEvents,
} from "../../../../gateway/fixtures"
import { merchantOptionsSchema } from "../../../../modules/crypto-payment/merchants/options"
import { rightOptions } from "../../../../modules/crypto-payment/fixtures/options"
import { observeDelivery } from "./observe-delivery"

const nowSeconds = 1_768_478_400
const merchant = merchantOptionsSchema.parse(rightOptions)
const { confirmed, expired } = webhookEvents
const notFound = answer(404, { code: "PAYMENT_NOT_FOUND" })

type Setup = {
  gateway?: Answer
  known?: string
  ageSeconds?: number
  waitSeconds?: number
}

async function deliver(
  body: object,
  { gateway = notFound, known, ageSeconds = 0, waitSeconds = 0 }: Setup = {}
) {
  const { client, received } = await serve([gateway])
  const rawBody = Buffer.from(JSON.stringify(body))
  const headers = signWebhook({
    rawBody,
    secret: rightOptions.webhookSecret,
    timestampSeconds: nowSeconds - ageSeconds,
  })
  const observed = await observeDelivery({
    provider_id: "pp_crypto_crypto",
    merchant,
    gateway: client,
    findExternalId: async () => known,
    secondsToStaleRead: () => waitSeconds,
    rawBody,
    headers: { ...headers },
    now: new Date(nowSeconds * 1000),
  })
  return { observed, reads: received.length }
}

afterEach(closeServed)

describe("observing a delivery with a price that cannot be read", () => {
  it.each<[string, object]>([
    ["a malformed amount", { original_amount: "about 20" }],
    ["an amount of zero", { original_amount: "0.00" }],
    ["a currency that is an array", { original_currency: ["EUR"] }],
    ["an amount without currency", { original_currency: null }],
    ["a currency without amount", { original_amount: undefined }],
  ])("takes the gateway's of a paid one with %s", async (_what, change) => {
    const gateway = answer(200, { ...confirmedPayment, original_amount: "7" })
    const body = { ...confirmed, ...change }
    const { observed, reads } = await deliver(body, { gateway })
    expect(reads).toBe(1)
    expect(observed).toMatchObject({
      observation: {
        status: "confirmed",
        source: "webhook",
        original_amount: "7",
        original_currency: "EUR",
        is_test: true,
      },
    })
    expect(observed).not.toHaveProperty("warning")
  })

  it("warns when the gateway names no price either", async () => {
    const { original_amount: _amount, ...unpriced } = confirmedPayment
    const { observed } = await deliver(
      { ...confirmed, original_amount: "about 20" },
      { gateway: answer(200, unpriced) }
    )
    expect(observed).toMatchObject({
      observation: { status: "confirmed", original_amount: undefined },
      warning: "its price cannot be read, and the gateway names none",
    })
  })

  it.each([
    ["has no such payment", notFound],
    ["fails", answer(500)],
    ["rejects the credentials", answer(401, { code: "INVALID_CREDENTIALS" })],
  ])("asks for a retry when the gateway %s", async (_what, gateway) => {
    const body = { ...confirmed, original_amount: [] }
    const { observed } = await deliver(body, { gateway })
    const error = { status: 503, reason: "unreadable" }
    expect(observed).toMatchObject({ error })
  })

  it.each([
    ["a payment that is not paid", { ...expired, original_amount: "about 20" }],
    [
      "a confirmed payment that names no price",
      { ...confirmed, original_amount: null, original_currency: null },
    ],
    [
      "a confirmed payment with malformed coins",
      { ...confirmed, amount: 0, currency: "" },
    ],
  ])("does not read %s from the gateway", async (_what, event) => {
    const { observed, reads } = await deliver(event)
    expect(reads).toBe(0)
    expect(observed).toHaveProperty("observation.status", event.status)
  })
})

describe("observing a delivery without external_id", () => {
  const { external_id, ...nameless } = confirmed

  it.each<[string, object, Setup, reads: number, object]>([
    [
      "from the ledger, without a request to the gateway",
      nameless,
      { known: "cart_1-2" },
      0,
      { observation: { external_id: "cart_1-2", status: "confirmed" } },
    ],
    [
      "from the gateway when the ledger has no such payment",
      { ...nameless, external_id: 7 },
      { gateway: answer(200, confirmedPayment) },
      1,
      { observation: { external_id } },
    ],
    [
      "from the ledger when it is stale and the gateway has no such payment",
      nameless,
      { known: "cart_1", ageSeconds: 999 },
      1,
      { observation: { external_id: "cart_1" }, isUnknownToGateway: true },
    ],
  ])("takes it %s", async (_from, body, setup, reads, expected) => {
    const delivered = await deliver(body, setup)
    expect(delivered).toMatchObject({ observed: expected, reads })
  })

  it("asks for a retry while the gateway does not answer", async () => {
    const { observed } = await deliver(nameless, { gateway: answer(502) })
    expect(observed).toMatchObject({ error: { status: 503 } })
  })

  it.each([
    [0, false],
    [999, true],
  ])("is unknown to ledger and gateway at the age %i", async (age, stale) => {
    const { observed } = await deliver(nameless, { ageSeconds: age })
    expect(observed).toEqual({ unknown: true, stale })
  })
})

it("observes a stale delivery at the gateway's price and status", async () => {
  const { observed } = await deliver(
    { ...confirmed, original_amount: "999" },
    { gateway: answer(200, createdPayment), ageSeconds: 999 }
  )
  expect(observed).toMatchObject({
    stale: true,
    observation: {
      status: "created",
      source: "poll",
      original_amount: createdPayment.original_amount,
    },
  })
})

it("does not read the payment of a stale delivery after too many of them", async () => {
  const gateway = answer(200, createdPayment)
  const setup = { gateway, ageSeconds: 999, waitSeconds: 7 }
  const { observed, reads } = await deliver(confirmed, setup)
  expect(reads).toBe(0)
  expect(observed).toMatchObject({
    stale: true,
    error: { status: 503, reason: "stale_timestamp", retryAfterSeconds: 7 },
  })
  const fresh = await deliver(confirmed, { waitSeconds: 7 })
  expect(fresh.observed).toMatchObject({
    stale: false,
    observation: { status: "confirmed" },
  })
})
