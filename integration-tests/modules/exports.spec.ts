import { describeLedger } from "./describe-ledger"
import { manyAttempts, manyRefunds } from "./many-attempts"
import { seedAttempt } from "./seed-attempt"
import type { ExportedPayment } from "../../src/modules/crypto-payment/search/exports"
import type { ListFilters } from "../../src/modules/crypto-payment/search/search"

describeLedger("an export", ({ ledger, sql, connect }) => {
  const payments = async (filters: ListFilters = {}) => {
    const read: ExportedPayment[] = []
    for await (const page of ledger.exports.payments(filters)) {
      expect(page.length).toBeLessThanOrEqual(1_000)
      read.push(...page)
    }
    return read
  }
  const idsOf = (rows: { attempt: { id: string } }[]) =>
    rows.map(({ attempt }) => attempt.id)

  it("has each payment once that was not deleted, oldest first, also those of one moment", async () => {
    await sql(manyAttempts(3_001))
    await sql(manyRefunds(3_001))
    await sql(
      "update crypto_payment set created_at = date_trunc('day', created_at) + interval '1 microsecond'"
    )
    await sql(
      "update crypto_payment set deleted_at = now() where id = 'cpay_7'"
    )
    await sql(
      "update crypto_payment_refund set deleted_at = now() where id = 'cpayref_100'"
    )
    const read = await payments()
    const written = await sql<{ id: string }>(
      "select id from crypto_payment where deleted_at is null order by created_at, id"
    )
    expect(idsOf(read)).toEqual(written.map(({ id }) => id))
    expect(read).toHaveLength(3_000)
    const withRefunds = read.filter((row) => row.refunds.length > 0)
    expect(withRefunds).toHaveLength(29)
    for (const { attempt, refunds: sent } of withRefunds) {
      expect(sent).toMatchObject([{ crypto_payment_id: attempt.id }])
    }
  })

  it("has what the filters of the list leave", async () => {
    await sql(manyAttempts(3_000))
    await sql(manyRefunds(3_000))
    expect(idsOf(await payments({ attention: true }))).toEqual([
      "cpay_1",
      "cpay_1001",
      "cpay_2001",
    ])
    const none = { order_ids: [], cart_ids: [], payment_collection_ids: [] }
    const text = { text: "0xfeed500", ...none }
    expect(idsOf(await payments({ text }))).toEqual(["cpay_500"])
    expect(await payments({ merchant_id: ["merchant-9"] })).toEqual([])
  })

  it("is one moment of the ledger, whatever is written meanwhile", async () => {
    await sql(manyAttempts(2_500))
    const read: ExportedPayment[] = []
    for await (const page of ledger.exports.payments({})) {
      if (read.length === 0) {
        await sql("update crypto_payment set amount = '1.00'")
        await sql("delete from crypto_payment where id = 'cpay_2400'")
        await seedAttempt(ledger, "open", { external_id: "cart_later" })
      }
      read.push(...page)
    }
    expect(read).toHaveLength(2_500)
    const amounts = new Set(read.map(({ attempt }) => attempt.amount))
    expect([...amounts]).toEqual(["19.99"])
  })

  it("waits for no writer and lets none wait, and gives its connection back", async () => {
    await sql(manyAttempts(2_500))
    const writer = await connect()
    await writer.query("begin")
    await writer.query("update crypto_payment set amount = '1.00'")
    for (let round = 0; round < 30; round++) {
      // As where the file cannot be written any more.
      for await (const page of ledger.exports.payments({})) {
        expect(page).toHaveLength(1_000)
        break
      }
    }
    await writer.query("rollback")
    await writer.end()
    const open = await sql(
      "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'"
    )
    expect(open).toEqual([])
  })
})
