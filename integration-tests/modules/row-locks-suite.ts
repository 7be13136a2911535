import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "pg"

import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"

/** Another admin of the shop, or another process, at the same moment. */
describeLedger("two writers of one attempt", ({ ledger, sql, connect }) => {
  /**
   * Begins `act` while another transaction holds the attempt's row and has
   * written `change`; commits that one once `act` waits for it.
   */
  async function whileChanged<Result>(
    { id }: Attempt,
    change: (other: Client) => Promise<unknown>,
    act: () => Promise<Result>
  ): Promise<Result> {
    const other = await connect()
    try {
      await other.query("begin")
      await other.query(
        "select id from crypto_payment where id = $1 for update",
        [id]
      )
      await change(other)
      const acting = act()
      const ended = acting.then(
        () => true,
        () => true
      )
      await Promise.race([ended, someoneWaits()])
      await other.query("commit")
      return await acting
    } finally {
      await other.end()
    }
  }

  async function someoneWaits(): Promise<void> {
    for (let tries = 0; tries < 500; tries++) {
      const waiting = await sql(
        "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
      )
      if (waiting.length > 0) return
      await sleep(20)
    }
  }

  const insertRefund = (
    { id }: Attempt,
    { amount, hash }: { amount: string; hash: string }
  ) => {
    return (client: Client) =>
      client.query(
        `insert into crypto_payment_refund
           (id, crypto_payment_id, amount, currency_code, transaction_hash, created_by)
         values ('cpayref_other', $1, $2, 'eur', $3, 'user_2')`,
        [id, amount, hash]
      )
  }

  const refundedAmounts = async () =>
    (
      await sql<{ amount: string }>(
        "select amount from crypto_payment_refund order by id"
      )
    ).map(({ amount }) => Number(amount))

  const paidFacts = {
    paid: { gateway_status: "confirmed" },
    needsAttention: { attention_reason: "late_payment" as const },
  }

  it("never record more refunds than were paid", async () => {
    const attempt = await seedAttempt(ledger, "settled", {}, paidFacts.paid)
    const recording = whileChanged(
      attempt,
      insertRefund(attempt, { amount: "19.99", hash: "0xother" }),
      () =>
        ledger.adminActions.recordRefund(attempt.id, {
          amount: "19.99",
          transaction_hash: "0xmine",
          note: null,
          by: "user_1",
        })
    )
    await expect(recording).rejects.toMatchObject({ type: "not_allowed" })
    expect(await refundedAmounts()).toEqual([19.99])
  })

  it("never resolve as refunded what the other recorded already", async () => {
    const attempt = await seedAttempt(
      ledger,
      "attention",
      {},
      paidFacts.needsAttention
    )
    await whileChanged(
      attempt,
      insertRefund(attempt, { amount: "15.00", hash: "0xother" }),
      () =>
        ledger.adminActions.resolve(attempt.id, {
          kind: "refunded",
          note: null,
          order: null,
          transaction_hash: "0xmine",
          by: "user_1",
        })
    )
    const amounts = await refundedAmounts()
    expect([...amounts].sort((a, b) => a - b)).toEqual([4.99, 15])
  })

  it("give a recorded refund to one refund of Medusa", async () => {
    const attempt = await seedAttempt(ledger, "settled", {}, paidFacts.paid)
    await ledger.adminActions.recordRefund(attempt.id, {
      amount: "5",
      transaction_hash: "0xmine",
      note: null,
      by: "user_1",
    })
    const [refund] = await sql<{ id: string }>(
      "select id from crypto_payment_refund"
    )
    const claimed = await whileChanged(
      attempt,
      (client) =>
        client.query("update crypto_payment_refund set refund_id = 'ref_1'"),
      () =>
        ledger.refunds.book({
          id: refund.id,
          crypto_payment_id: attempt.id,
          amount: "5",
          refund_id: "ref_2",
        })
    )
    expect(claimed).toBe(false)
    expect(await sql("select refund_id from crypto_payment_refund")).toEqual([
      { refund_id: "ref_1" },
    ])
  })

  it("match no refund record of another attempt or another amount", async () => {
    const attempt = await seedAttempt(ledger, "settled", {}, paidFacts.paid)
    await ledger.adminActions.recordRefund(attempt.id, {
      amount: "5",
      transaction_hash: "0xmine",
      note: null,
      by: "user_1",
    })
    const [{ id }] = await sql<{ id: string }>(
      "select id from crypto_payment_refund"
    )
    const claim = {
      id,
      crypto_payment_id: attempt.id,
      amount: "5",
      refund_id: "ref_1",
    }
    for (const patch of [
      { crypto_payment_id: "cpay_other" },
      { amount: "5.01" },
      { id: "cpayref_other" },
    ]) {
      expect(await ledger.refunds.book({ ...claim, ...patch })).toBe(false)
    }
    expect(await ledger.refunds.book(claim)).toBe(true)
  })
})
