import { createMedusaContainer } from "@medusajs/framework/utils"
import { asValue } from "@medusajs/framework/awilix"
import type { AttemptState } from "../../src/modules/crypto-payment/internal"
import { deleteOldTimelineEntries } from "../../src/workflows/delete-old-timeline-entries"
import { describeLedger, merchantOptions } from "./describe-ledger"
import { newAttempt } from "./new-attempt"
import { seedAttempt } from "./seed-attempt"

const { merchant_id: merchantId } = newAttempt()
const olderThanDays = 90

describeLedger("the timelines' housekeeping", ({ ledger, sql }) => {
  const sweep = async (batch = 1_000) => {
    let [deleted, pages] = [0, 0]
    let after
    do {
      const swept = await ledger.timeline.deleteOld({
        ...{ merchantId, olderThanDays, batch },
        after,
      })
      deleted += swept.deleted
      pages += 1
      after = swept.next
    } while (after)
    return { deleted, pages }
  }

  /** An attempt without a next check, unless `scheduled`; its timeline is `ageDays` old. */
  const seed = async (
    state: AttemptState,
    { ageDays = 100, scheduled = false, of = merchantId } = {}
  ) => {
    const { id } = await seedAttempt(ledger, state, {
      external_id: `cart_${state}_${ageDays}_${scheduled}_${of}`,
      gateway_payment_id: `${state}_${ageDays}_${scheduled}_${of}`,
      merchant_id: of,
    })
    await sql(
      `UPDATE crypto_payment SET next_check_at = CASE WHEN $2 THEN now() END
        WHERE id = $1`,
      [id, scheduled]
    )
    await sql(
      `UPDATE crypto_payment_event SET at = now() - $2 * interval '1 day'
        WHERE crypto_payment_id = $1`,
      [id, ageDays]
    )
    return id
  }

  const entriesOf = async (id: string) => {
    const rows = await ledger.listCryptoPaymentEvents({ crypto_payment_id: id })
    return rows.length
  }

  it.each(["settled", "resolved", "closed"] as const)(
    "deletes old entries of a payment that is %s, and keeps the payment",
    async (state) => {
      const id = await seed(state)
      const entries = await entriesOf(id)
      expect(entries).toBeGreaterThan(1)
      expect((await sweep()).deleted).toBe(entries)
      expect(await entriesOf(id)).toBe(0)
      expect((await ledger.attempts.retrieve(id)).state).toBe(state)
    }
  )

  it.each(["creating", "open", "paid", "attention"] as const)(
    "keeps what it knows of a payment that is %s, however old",
    async (state) => {
      const id = await seed(state, { ageDays: 1_000 })
      expect((await sweep()).deleted).toBe(0)
      expect(await entriesOf(id)).toBeGreaterThan(0)
    }
  )

  it("keeps younger entries, those of payments that are checked, and another merchant's", async () => {
    await seed("settled", { ageDays: 89 })
    await seed("closed", { scheduled: true })
    await seed("settled", { of: "merchant-of-another-shop" })
    expect((await sweep()).deleted).toBe(0)
  })

  it("goes on from batch to batch, past what it keeps, to the end", async () => {
    const kept = await seed("attention", { ageDays: 400 })
    const gone = await seed("settled", { ageDays: 300 })
    const entries = await entriesOf(gone)
    const { deleted, pages } = await sweep(1)
    expect(deleted).toBe(entries)
    expect(pages).toBe(entries + (await entriesOf(kept)) + 1)
  })

  it("reads by an index", async () => {
    await sql(
      `INSERT INTO crypto_payment_event (id, crypto_payment_id, type, source, at)
       SELECT 'cpayev_' || n, $1, 'checked', 'test', now() - n * interval '1 minute'
         FROM generate_series(1, 20000) AS n`,
      [await seed("settled")]
    )
    await sql("ANALYZE crypto_payment_event")
    const plan = await sql(
      `EXPLAIN SELECT id FROM crypto_payment_event
        WHERE deleted_at IS NULL AND at < now() - interval '13 days'
          AND (at, id) > ('-infinity'::timestamptz, '')
        ORDER BY at, id LIMIT 100`
    )
    expect(JSON.stringify(plan)).toContain("IDX_crypto_payment_event_at")
    expect(JSON.stringify(plan)).not.toContain("Seq Scan")
  })

  it("does not get into the way of another instance that does the same", async () => {
    const ids = [await seed("settled"), await seed("closed")]
    const entries = (await Promise.all(ids.map(entriesOf))).reduce(
      (sum, count) => sum + count
    )
    const swept = await Promise.all([sweep(2), sweep(2), sweep(2)])
    const deleted = swept.reduce((sum, each) => sum + each.deleted, 0)
    expect(deleted).toBe(entries)
  })
})

const retentions = [
  { title: "deletes what is older than the option says", days: 30, left: 0 },
  { title: "deletes nothing without the option", days: undefined, left: 4 },
]

for (const { title, days: timelineRetentionDays, left } of retentions) {
  describeLedger(
    "the housekeeping job",
    ({ ledger, sql }) => {
      it(title, async () => {
        const lines: string[] = []
        const container = createMedusaContainer()
        container.register({
          cryptoPayment: asValue(ledger),
          logger: asValue({ info: (line: string) => lines.push(line) }),
        })
        const { id } = await seedAttempt(ledger, "settled", {
          merchant_id: merchantOptions.merchantId,
        })
        await sql("UPDATE crypto_payment SET next_check_at = NULL")
        await sql(
          "UPDATE crypto_payment_event SET at = at - interval '31 days'"
        )
        const deleted = await deleteOldTimelineEntries(container)

        const after = await ledger.listCryptoPaymentEvents({
          crypto_payment_id: id,
        })
        expect(after).toHaveLength(left)
        expect(deleted).toBe(4 - left)
        expect(lines).toHaveLength(left > 0 ? 0 : 1)
      })
    },
    { ...merchantOptions, timelineRetentionDays }
  )
}
