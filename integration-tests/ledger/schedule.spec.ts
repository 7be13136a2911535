import type { Attempt } from "../../src/modules/crypto-payment"
import { describeLedger } from "./ledger-suite"
import { seedAttempt } from "./seed-attempt"

describeLedger("the next look", ({ ledger, sql }) => {
  async function secondsUntil({ id }: Attempt): Promise<number | null> {
    const [{ seconds }] = await sql<{ seconds: number | null }>(
      "select extract(epoch from next_check_at - last_checked_at)::float as seconds from crypto_payment where id = $1",
      [id]
    )
    return seconds
  }

  it("is put off by growing steps of the database's clock", async () => {
    const { id } = await seedAttempt(ledger)
    for (const minutes of [1, 2, 3, 5]) {
      const attempt = await ledger.findAttempt(id)
      if (!attempt) throw new Error("the attempt is gone")
      await ledger.scheduleNextCheck(attempt)
      expect(await secondsUntil(attempt)).toBe(minutes * 60)
    }
    expect((await ledger.findAttempt(id))?.checks).toBe(4)
  })

  it("is taken off the clock once resolved", async () => {
    const attempt = await seedAttempt(ledger, "resolved")
    await ledger.scheduleNextCheck(attempt)
    expect((await ledger.findAttempt(attempt.id))?.next_check_at).toBeNull()
  })

  it("is taken off the clock once a settled attempt was verified", async () => {
    const attempt = await seedAttempt(ledger, "settled")
    expect(attempt.next_check_at).toBeInstanceOf(Date)
    expect((await ledger.markVerified(attempt.id)).next_check_at).toBeNull()
  })

  it("at a closed attempt comes within its merchant's late window", async () => {
    const { id } = await seedAttempt(ledger, "closed")
    const attempt = await ledger.retrieveAttempt(id)
    await ledger.scheduleNextCheck(attempt)
    expect(await secondsUntil(attempt)).toBe(3_600)
    await sql(
      "update crypto_payment set closed_at = closed_at - interval '8 days'"
    )
    await ledger.scheduleNextCheck(await ledger.retrieveAttempt(id))
    expect(await secondsUntil(attempt)).toBeNull()
  })

  it("at an open attempt comes also when its provider is no longer configured", async () => {
    const attempt = await seedAttempt(ledger, "open", {
      provider_id: "pp_crypto_gone",
    })
    await ledger.scheduleNextCheck(attempt)
    expect(await secondsUntil(attempt)).toBe(60)
  })

  it("is not touched by who looked at an older state", async () => {
    const open = await seedAttempt(ledger)
    const paid = await ledger.transitionAttempt(
      open.id,
      "paid",
      {},
      { type: "paid", source: "test" }
    )
    await ledger.scheduleNextCheck(open)
    expect((await ledger.findAttempt(open.id))?.next_check_at).toEqual(
      paid?.next_check_at
    )
  })
})

describeLedger("asking the gateway on a shopper's behalf", (suite) => {
  const { ledger, sql } = suite

  it("is for one of many callers at the same moment", async () => {
    const { id } = await seedAttempt(ledger)
    await sql(
      "update crypto_payment set opened_at = now() - interval '1 minute'"
    )
    const may = await Promise.all(
      Array.from({ length: 20 }, () => ledger.turns.mayCheck(id, 5))
    )
    expect(may.filter(Boolean)).toHaveLength(1)
  })

  it("is not allowed right after it was opened or asked about", async () => {
    const { id } = await seedAttempt(ledger)
    expect(await ledger.turns.mayCheck(id, 60)).toBe(false)
    expect(await ledger.turns.mayCheck("cpay_unknown", 0)).toBe(false)
  })
})

describeLedger("a failed try to settle", ({ ledger, sql }) => {
  it("is counted, and its cause is told once", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    expect(await ledger.countFailure(id, "Out of stock.")).toBe(1)
    expect(await ledger.countFailure(id, "Out of stock.")).toBe(2)
    expect(await ledger.countFailure(id, "Lock timeout.")).toBe(3)
    const told = await sql(
      "select data from crypto_payment_event where type = 'failed' order by created_at"
    )
    expect(told).toEqual([
      { data: { detail: "Out of stock." } },
      { data: { detail: "Lock timeout." } },
    ])
  })

  it("is counted right when many fail at the same moment", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await Promise.all(
      Array.from({ length: 20 }, () => ledger.countFailure(id, "Busy."))
    )
    expect((await ledger.findAttempt(id))?.tries).toBe(20)
  })
})
