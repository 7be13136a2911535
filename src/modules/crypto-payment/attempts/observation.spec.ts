import fc from "fast-check"
import {
  formatExternalId,
  isUnknownStatusUnreported,
  type Observation,
  observationEffect,
  observe,
  parseExternalId,
  reportedCrypto,
  restateUnknownStatus,
  unknownStatusFact,
} from "./observation"
import {
  ATTEMPT_STATES,
  type AttemptState,
  ATTENTION_REASONS,
} from "../column-values"
import { attemptRow } from "../fixtures/attempt-row"
import { describeFact } from "../settling/attention-fact"

const paid = ["confirmed", "confirmed_manual"]
const unpaid = ["created", "pending", "expired", "failed"]

describe("an observation", () => {
  it.each<[AttemptState, string, string]>([
    ["creating", "paid", "update"],
    ["open", "paid", "update"],
    ["closed", "paid", "update"],
    ["paid", "update", "none"],
    ["attention", "update", "none"],
    ["settled", "update", "none"],
    ["resolved", "update", "none"],
  ])("of a %s attempt is %s with money, else %s", (state, withMoney, other) => {
    for (const status of paid) {
      expect(observationEffect(state, status)).toBe(withMoney)
    }
    for (const status of [...unpaid, "status_of_tomorrow"]) {
      expect(observationEffect(state, status)).toBe(other)
    }
  })
})

describe("the observation of a read payment", () => {
  const payment = {
    id: "gateway-payment-1",
    external_id: "cart_1",
    status: "confirmed",
    original_amount: "19.99",
    original_currency: "EUR",
    amount: "21.5",
    currency: "USDT_TRON",
    wallet_address: "TXYZ",
    is_test: false,
  }

  it("has what the gateway reports, and the attempt's provider and merchant", () => {
    const attempt = attemptRow({
      provider_id: "pp_crypto_us",
      merchant_id: "merchant-2",
    })
    const { observed_at, ...observation } = observe(attempt, payment, "poll")
    const { id: gateway_payment_id, ...reported } = payment
    const { provider_id, merchant_id } = attempt
    expect(observation).toEqual({
      ...reported,
      gateway_payment_id,
      provider_id,
      merchant_id,
      source: "poll",
    })
    expect(observed_at).toBe(new Date(observed_at).toISOString())
  })
})

describe("the amounts of coins", () => {
  type Row = [title: string, shown: string, ...Observation[]]
  const { merchant_id, provider_id } = attemptRow()
  const report = (
    source: Observation["source"],
    status: string,
    amount?: string,
    currency: string | undefined = amount && "USDT"
  ): Observation => ({
    merchant_id,
    provider_id,
    source,
    status,
    amount,
    currency,
    gateway_payment_id: "gateway-payment-1",
    external_id: "cart_1",
    observed_at: "2026-01-01T00:00:00.000Z",
  })
  const read = (amount?: string, coin?: string) =>
    report("poll", "confirmed", amount, coin)
  const reported = (status: string) => report("webhook", status, "20")
  const quoted = report("poll", "pending", "21.5")
  const again = report("poll", "pending", "22")
  const spelled = report("poll", "pending", "21.5", "usdt")
  const received = reported("confirmed")
  const ether = report("webhook", "confirmed", "0.008", "ETH")
  const readEther = read("0.0081", "ETH")

  it.each<Row>([
    ...(["poll", "return", "admin", "view"] as const).map((from): Row => [
      `by ${from}`,
      "21.5 - 21.5",
      report(from, "pending", "21.5"),
    ]),
    ...["confirmed", "confirmed_manual"].flatMap((status): Row[] => [
      [`quoted, then ${status}`, "21.5 20 20", quoted, reported(status)],
      [`${status} without a quote`, "- 20 20", reported(status)],
    ]),
    ["kept as a paid one is read", "21.5 20 20", quoted, received, read("20")],
    ["kept as a read names none", "21.5 20 20", quoted, received, read()],
    ["quoted late, by a read", "21.5 - 21.5", read("21.5")],
    ["quoted late, then received", "21.5 20 20", read("21.5"), received],
    ["received, then quoted", "21.5 20 20", received, read("21.5")],
    ["the last that were quoted", "22 - 22", quoted, again],
    ...["failed", "expired", "pending", "underpaid"].flatMap(
      (status): Row[] => [
        [`neither in a webhook of ${status}`, "- - 20", reported(status)],
        [`not those of ${status}`, "21.5 - 21.5", quoted, reported(status)],
      ]
    ),
    ["no quote of another coin", "- 0.008 0.008", quoted, ether],
    [
      "quoted anew in the coin that was paid",
      "0.0081 0.008 0.008",
      quoted,
      ether,
      readEther,
    ],
    ["one coin, spelled otherwise", "21.5 20 20", spelled, received],
    [
      "not those of a coin that is read after money came",
      "21.5 20 20",
      spelled,
      received,
      readEther,
    ],
  ])("are quoted, received and shown: %s (%s)", (_what, shown, ...reports) => {
    const row = reports.reduce(
      (row, each) => ({ ...row, ...reportedCrypto(row, each) }),
      attemptRow()
    )
    const { quoted_crypto_amount: quoted, received_crypto_amount: got } = row
    const amounts = [quoted, got, row.crypto_amount]
    expect(amounts.map((each) => each ?? "-").join(" ")).toBe(shown)
  })
})

const known = [...paid, ...unpaid]

const left = {
  state: "open",
  gateway_status: "underpaid",
  attention_reason: null,
} as const

describe("an attempt with an unknown status", () => {
  it.each<[boolean, Partial<Parameters<typeof isUnknownStatusUnreported>[0]>]>([
    [true, {}],
    ...ATTEMPT_STATES.filter((state) => state !== "open").map(
      (state): [boolean, object] => [false, { state }]
    ),
    ...[...known, null].map((gateway_status): [boolean, object] => [
      false,
      { gateway_status },
    ]),
    // It is put in front of a person once.
    [false, { attention_reason: "unknown_status" }],
  ])("is left with it: %s, where it has %j", (isLeft, patch) => {
    expect(isUnknownStatusUnreported({ ...left, ...patch })).toBe(isLeft)
  })

  it("needs its person until a known status follows", () => {
    const reported = { attention_reason: "unknown_status" } as const
    const over = { attention_reason: null, attention_fact: null }
    for (const status of known) {
      expect(restateUnknownStatus(reported, status)).toEqual(over)
    }
    expect(restateUnknownStatus(reported, "overpaid")).toEqual({
      attention_fact: { type: "unknown_status", status: '"overpaid"' },
    })
  })

  it.each([
    null,
    ...ATTENTION_REASONS.filter((reason) => reason !== "unknown_status"),
  ])("is not what %s is about", (attention_reason) => {
    for (const status of ["confirmed", "overpaid"]) {
      expect(restateUnknownStatus({ attention_reason }, status)).toEqual({})
    }
  })

  it("is quoted in one short line, without what nobody sees", () => {
    expect(unknownStatusFact("under\u202epaid\n\u0007")).toEqual({
      type: "unknown_status",
      status: '"underpaid"',
    })
    const long = describeFact(unknownStatusFact("x".repeat(512)))
    expect(long.length).toBeLessThan(160)
  })
})

describe("the external_id", () => {
  it.each([
    ["cart_01JX", "cart_01JX", 1],
    ["cart_01JX-2", "cart_01JX", 2],
    ["pay_col_01JX-17", "pay_col_01JX", 17],
    ["a-b-3", "a-b", 3],
    ["two\nlines-3", "two\nlines-3", 1],
    ["cart_01JX-0", "cart_01JX-0", 1],
    ["cart_01JX-02", "cart_01JX-02", 1],
    ["cart_01JX-", "cart_01JX-", 1],
    ["cart_01JX-2x", "cart_01JX-2x", 1],
    ["-2", "-2", 1],
    ["cart_01JX-12345678", "cart_01JX-12345678", 1],
  ])("%j is of %j, revision %d", (externalId, subject, revision) => {
    expect(parseExternalId(externalId)).toEqual({ subject, revision })
    expect(formatExternalId(subject, revision)).toBe(externalId)
  })

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(cart|pay_col)_[0-9A-Z]{26}$/),
        fc.integer({ min: 1, max: 9_999_999 }),
        (subject, revision) => {
          const externalId = formatExternalId(subject, revision)
          expect(parseExternalId(externalId)).toEqual({ subject, revision })
        }
      )
    )
  })

  it("can be anything that another shop wrote, without harm", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (externalId) => {
        const { subject, revision } = parseExternalId(externalId)
        expect(revision).toBeGreaterThanOrEqual(1)
        expect(externalId.startsWith(subject)).toBe(true)
      })
    )
  })
})
