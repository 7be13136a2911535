import { TIMELINE_TYPES } from "../../../src/modules/crypto-payment/attempts/states"
import type { Visit } from "./visit"

/** What the entries of a type differ in; each is written in its own words. */
const VARIANTS: Partial<Record<string, object[]>> = {
  observation: [{ status: "pending", amount: "5.1", currency: "USDT_TRC20" }],
  attention: [{ reason: "unknown_status" }, { reason: "order_not_placed" }],
  closed: [{}, { why: "external_id_taken" }, { why: "never_opened" }],
  not_expired: [{ reason: "coins_may_come" }, { reason: "not_supported" }],
  resolved: [{ kind: "order_placed_by_hand" }, { kind: "other" }],
  leftover_order: [{ number: "77", order_id: "order_01ABC" }],
  order_taken_back: [{ number: "77" }],
  placed_unpaid: [{ number: "77" }],
  canceled_unpaid: [{ number: "77" }],
}

const COMMON = {
  amount: "4.99",
  currency_code: "eur",
  status: "confirmed_manual",
  message: "Rate limited.",
  detail: "No stock.",
  order_id: "order_01ABC",
}

const SOURCES = ["webhook", "poll", "return", "admin", "gateway", "decision"]
const OTHER_SOURCES = ["session", "reconcile", "order", "medusa"]

/** Each kind of entry that the ledger writes. */
export function describeTimeline(visit: Visit): void {
  describe("the timeline", () => {
    let id: string
    let count: number

    beforeAll(async () => {
      const { orderId } = await visit.sales.inCrypto("USDT_TRC20_TEST", "pay")
      id = (await visit.sales.paymentsOf(orderId))[0].id
      count = await writeEveryType()
    })

    it("has a sentence for each type of entry, and no raw word", async () => {
      await visit.openPayment(id)
      const sentences = await visit.sentences()
      expect(sentences.length).toBeGreaterThan(count)
      for (const sentence of sentences) {
        // Coins are the gateway's own names.
        expect(sentence.replaceAll(/USDT_\w+/g, "")).not.toMatch(/_|\{|\}|\?/)
        expect(sentence).toMatch(/^\p{Lu}.* .*\.$/u)
      }
      for (const type of TIMELINE_TYPES) {
        expect(sentences).not.toContain(type.replaceAll("_", " "))
      }
      const sources = await visit
        .region("Timeline")
        .getByRole("listitem")
        .locator("time + span")
        .allInnerTexts()
      expect(sources.filter((source) => !/^\p{Lu}/u.test(source))).toEqual([])
    })

    /** Writes an entry of every type, with every variant and source; how many. */
    async function writeEveryType(): Promise<number> {
      const entries = [...TIMELINE_TYPES].flatMap((type) =>
        (VARIANTS[type] ?? [{}]).map((data) => ({ type, data }))
      )
      const sources = [...SOURCES, ...OTHER_SOURCES]
      for (const [n, { type, data }] of entries.entries()) {
        await visit.sql(
          `INSERT INTO crypto_payment_event
             (id, crypto_payment_id, type, source, data, at)
           VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')`,
          [
            `cpayev_every_${n}`,
            id,
            type,
            sources[n % sources.length],
            JSON.stringify({ ...COMMON, ...data }),
            n,
          ]
        )
      }
      return entries.length
    }
  })
}
