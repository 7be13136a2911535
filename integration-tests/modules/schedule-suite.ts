import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"

describeLedger("the next check", ({ ledger, sql }) => {
  async function secondsUntil({ id }: Attempt): Promise<number | null> {
    const [{ seconds }] = await sql<{ seconds: number | null }>(
      "select extract(epoch from next_check_at - last_checked_at)::float as seconds from crypto_payment where id = $1",
      [id]
    )
    return seconds
  }

  it("is scheduled in growing steps of the database's clock", async () => {
    const opened = await seedAttempt(ledger)
    expect(await secondsUntil(opened)).toBe(60)
    const { id } = opened
    await sql("update crypto_payment set checks = 32")
    for (const minutes of [21, 34, 55]) {
      const attempt = await ledger.attempts.retrieve(id)
      await ledger.dueQueue.reschedule(attempt)
      expect(await secondsUntil(attempt)).toBe(minutes * 60)
    }
    expect((await ledger.attempts.find(id))?.checks).toBe(35)
  })

  it("ends once resolved", async () => {
    const attempt = await seedAttempt(ledger, "resolved")
    await ledger.dueQueue.reschedule(attempt)
    expect((await ledger.attempts.find(attempt.id))?.next_check_at).toBeNull()
  })

  it("ends once a settled attempt was verified", async () => {
    const attempt = await seedAttempt(ledger, "settled")
    expect(attempt.next_check_at).toBeInstanceOf(Date)
    expect(
      (await ledger.attempts.markVerified(attempt)).next_check_at
    ).toBeNull()
  })

  it("at a closed attempt comes within its merchant's late window", async () => {
    const { id } = await seedAttempt(ledger, "closed")
    const attempt = await ledger.attempts.retrieve(id)
    await ledger.dueQueue.reschedule(attempt)
    expect(await secondsUntil(attempt)).toBe(3_600)
    await sql(
      "update crypto_payment set closed_at = closed_at - interval '8 days'"
    )
    await ledger.dueQueue.reschedule(await ledger.attempts.retrieve(id))
    expect(await secondsUntil(attempt)).toBeNull()
  })

  it("ends when an attempt without a late window is closed", async () => {
    const gone = { provider_id: "pp_crypto_gone" }
    const closed = await seedAttempt(ledger, "closed", gone)
    expect(closed.next_check_at).toBeNull()
    const { id } = await seedAttempt(ledger, "open", {
      ...gone,
      external_id: "cart_2",
    })
    await sql(
      `update crypto_payment set gateway_status = 'underpaid', next_check_at = null,
              attention_reason = 'unknown_status' where id = $1`,
      [id]
    )
    const { attempt } = await ledger.adminActions.resolve(id, {
      kind: "other",
      note: null,
      order: null,
      transaction_hash: null,
      by: "user_1",
    })
    expect(attempt).toMatchObject({ state: "closed", next_check_at: null })
    expect((await ledger.attempts.find(id))?.next_check_at).toBeNull()
  })

  it("at an open attempt comes also when its provider is no longer configured", async () => {
    const attempt = await seedAttempt(ledger, "open", {
      provider_id: "pp_crypto_gone",
    })
    await ledger.dueQueue.reschedule(attempt)
    expect(await secondsUntil(attempt)).toBe(60)
  })

  it("is not changed by a check of an older state", async () => {
    const open = await seedAttempt(ledger)
    const paid = await ledger.attempts.transition(
      open.id,
      "paid",
      {},
      { type: "paid", source: "test" }
    )
    await ledger.dueQueue.reschedule(open)
    expect((await ledger.attempts.find(open.id))?.next_check_at).toEqual(
      paid?.attempt.next_check_at
    )
  })
})

describeLedger("reading the gateway for a shopper", (suite) => {
  const { ledger, sql } = suite

  it("is for one of many callers at the same moment", async () => {
    const { id } = await seedAttempt(ledger)
    await sql(
      "update crypto_payment set last_checked_at = now() - interval '1 minute'"
    )
    const may = await Promise.all(
      Array.from({ length: 20 }, () => ledger.dueQueue.mayRead(id, 5))
    )
    expect(may.filter(Boolean)).toHaveLength(1)
  })

  it("is not allowed right after it was opened or read", async () => {
    const { id } = await seedAttempt(ledger)
    expect(await ledger.dueQueue.mayRead(id, 60)).toBe(false)
    expect(await ledger.dueQueue.mayRead("cpay_unknown", 0)).toBe(false)
  })
})

describeLedger("a failed try to settle", ({ ledger, sql }) => {
  const outOfStock = { type: "failed", message: "Out of stock." } as const
  const lockTimeout = { type: "failed", message: "Lock timeout." } as const

  it("is counted, and its cause is recorded once", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    expect(await ledger.dueQueue.countFailure(id, outOfStock)).toBe(1)
    expect(await ledger.dueQueue.countFailure(id, outOfStock)).toBe(2)
    expect(await ledger.dueQueue.countFailure(id, lockTimeout)).toBe(3)
    const entries = await sql(
      "select data from crypto_payment_event where type = 'failed' order by created_at"
    )
    expect(entries).toEqual([
      { data: { fact: outOfStock } },
      { data: { fact: lockTimeout } },
    ])
  })

  it("is counted right when many fail at the same moment", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await Promise.all(
      Array.from({ length: 20 }, () =>
        ledger.dueQueue.countFailure(id, lockTimeout)
      )
    )
    expect((await ledger.attempts.find(id))?.tries).toBe(20)
  })
})
