import type { MedusaContainer } from "@medusajs/framework/types"
import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "pg"

import { describeLedger } from "./describe-ledger"
import { observation, seedAttempt } from "./seed-attempt"
import type { AttemptPatch } from "../../src/modules/crypto-payment/attempts/rows"
import type { AttemptState } from "../../src/modules/crypto-payment/column-values"
import { applyOutcome } from "../../src/workflows/settle/apply"
import { keepLease } from "../../src/workflows/settle/locks"

describeLedger("the lease of an attempt", ({ ledger }) => {
  it("is held by one when twenty ask at the same moment, who can renew it until it is given back", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    const owners = Array.from({ length: 20 }, (_, index) => `owner-${index}`)
    const taken = await Promise.all(
      owners.map((owner) => ledger.leases.acquire(id, owner, 60))
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
    const owner = owners[taken.findIndex(Boolean)]
    const leased = await ledger.attempts.retrieve(id)
    expect(leased.lease_owner).toBe(owner)

    const renewed = await ledger.leases.acquire(id, owner, 600)
    expect(renewed?.lease_until?.getTime()).toBeGreaterThan(
      leased.lease_until?.getTime() ?? Infinity
    )
    expect(await ledger.leases.acquire(id, "second", 60)).toBeUndefined()
    await ledger.leases.release(id, owner)
    expect(await ledger.leases.acquire(id, "second", 60)).toBeDefined()
  })

  it("is of one attempt alone", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    const other = await seedAttempt(ledger, "paid", { external_id: "cart_2" })
    await ledger.leases.acquire(id, "first", 60)
    expect(await ledger.leases.acquire(other.id, "second", 60)).toBeDefined()
  })

  it("is renewed by its owner alone, and not once it was given back", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await ledger.leases.acquire(id, "owner", 0)
    await ledger.leases.renew(id, "stranger", 60)
    await sleep(5)
    expect(await ledger.leases.acquire(id, "second", 0)).toBeDefined()
    await ledger.leases.renew(id, "second", 60)
    expect(await ledger.leases.acquire(id, "third", 60)).toBeUndefined()
    await ledger.leases.release(id, "second")
    await ledger.leases.renew(id, "second", 60)
    expect(await ledger.leases.acquire(id, "third", 60)).toBeDefined()
  })

  it("is kept for a run that does not end, for an hour, so that a person can act then", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await ledger.leases.acquire(id, "stuck", 60)
    const renew = jest.spyOn(ledger.leases, "renew")
    const container = { resolve: () => ledger } as unknown as MedusaContainer
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] })
    try {
      let end = () => {}
      const stuck = keepLease(
        container,
        { id, owner: "stuck" },
        () => new Promise<void>((resolve) => (end = resolve))
      )
      jest.advanceTimersByTime(59 * 60_000)
      // One in 40 seconds, until the hour is over.
      expect(renew).toHaveBeenCalledTimes(88)
      jest.advanceTimersByTime(25 * 60 * 60_000)
      expect(renew).toHaveBeenCalledTimes(89)
      end()
      await stuck
    } finally {
      jest.useRealTimers()
      renew.mockRestore()
    }
  })

  it("can be taken over by one once it ran out, and is not given back by who lost it", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await ledger.leases.acquire(id, "crashed", 0)
    await sleep(5)
    const owners = ["a", "b", "c"]
    const taken = await Promise.all(
      owners.map((owner) => ledger.leases.acquire(id, owner, 60))
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
    await ledger.leases.release(id, "crashed")
    await ledger.leases.release(id, "stranger")
    expect(await ledger.leases.acquire(id, "third", 60)).toBeUndefined()
    expect((await ledger.attempts.find(id))?.lease_owner).toBe(
      owners[taken.findIndex(Boolean)]
    )
  })

  it("ends with the step that its owner writes, and has the attempt decided once more after one that came too late", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await ledger.leases.acquire(id, "first", 0)
    await ledger.leases.acquire(id, "second", 60)
    const apply = (type: "cart_gone" | "order_gone", owner: string) =>
      applyOutcome(
        ledger,
        id,
        {
          type: "attention",
          reason: "unmatched",
          fact: { type },
          order_id: null,
        },
        { owner }
      )

    expect(await apply("order_gone", "first")).toMatchObject({
      attempt: { state: "paid", lease_owner: "second" },
      event: null,
    })
    expect((await ledger.attempts.retrieve(id)).next_check_at).not.toBeNull()

    expect(await apply("cart_gone", "second")).toMatchObject({
      attempt: { state: "attention", lease_owner: null, lease_until: null },
      event: { name: "crypto_payment.attention_required" },
    })
    await apply("order_gone", "first")
    expect(await ledger.attempts.retrieve(id)).toMatchObject({
      state: "attention",
      attention_fact: { type: "cart_gone" },
      next_check_at: expect.any(Date),
    })
    expect(await ledger.leases.acquire(id, "third", 60)).toBeDefined()
  })
})

/** Another admin of the shop, or another process, at the same moment. */
describeLedger("two writers of one attempt", ({ ledger, sql, connect }) => {
  /**
   * Begins `act` while another transaction holds the attempt's row and has
   * written `change`; commits that one once `act` waits for it.
   */
  async function whileChanged<Result>(
    id: string,
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

  const seed = async (state: AttemptState, patch: AttemptPatch) =>
    (await seedAttempt(ledger, state, {}, patch)).id

  const record = (id: string, amount: string) =>
    ledger.adminActions.recordRefund(id, {
      price_kind: "refund",
      amount,
      transaction_hash: "0xmine",
      note: null,
      by: "user_1",
    })

  const otherRefund = (id: string, amount: string) => (client: Client) =>
    client.query(
      `insert into crypto_payment_refund
         (id, crypto_payment_id, kind, amount, currency_code, transaction_hash, created_by)
       values ('cpayref_other', $1, 'refund', $2, 'eur', '0xother', 'user_2')`,
      [id, amount]
    )

  const refundedAmounts = async () =>
    (await sql<{ amount: string }>("select amount from crypto_payment_refund"))
      .map(({ amount }) => Number(amount))
      .sort((a, b) => a - b)

  it("never record more refunds than were paid", async () => {
    const id = await seed("settled", { gateway_status: "confirmed" })
    await expect(
      whileChanged(id, otherRefund(id, "19.99"), () => record(id, "19.99"))
    ).rejects.toMatchObject({ type: "not_allowed" })
    expect(await refundedAmounts()).toEqual([19.99])
  })

  it("never resolve as refunded what the other recorded already", async () => {
    const id = await seed("attention", { attention_reason: "late_payment" })
    await whileChanged(id, otherRefund(id, "15.00"), () =>
      ledger.adminActions.resolve(
        id,
        {
          kind: "refunded",
          note: null,
          order: null,
          transaction_hash: "0xmine",
          by: "user_1",
        },
        { price_kind: "return" }
      )
    )
    expect(await refundedAmounts()).toEqual([4.99, 15])
  })

  it("give a recorded refund to one refund of Medusa, which is of its attempt and amount", async () => {
    const crypto_payment_id = await seed("settled", {
      gateway_status: "confirmed",
    })
    await record(crypto_payment_id, "5")
    const [{ id }] = await sql<{ id: string }>(
      "select id from crypto_payment_refund"
    )
    const claim = { id, crypto_payment_id, amount: "5", refund_id: "ref_1" }
    for (const patch of [
      { crypto_payment_id: "cpay_other" },
      { amount: "5.01" },
      { id: "cpayref_other" },
    ]) {
      expect(await ledger.refunds.book({ ...claim, ...patch })).toBe(false)
    }
    const booked = await whileChanged(
      crypto_payment_id,
      (client) =>
        client.query("update crypto_payment_refund set refund_id = 'ref_2'"),
      () => ledger.refunds.book(claim)
    )
    expect(booked).toBe(false)
    expect(await sql("select refund_id from crypto_payment_refund")).toEqual([
      { refund_id: "ref_2" },
    ])
    await sql("update crypto_payment_refund set refund_id = null")
    expect(await ledger.refunds.book(claim)).toBe(true)
  })

  it("call a return a refund once Medusa booked it: core captured the payment meanwhile", async () => {
    const crypto_payment_id = await seed("attention", {
      attention_reason: "order_not_placed",
    })
    await ledger.adminActions.recordRefund(crypto_payment_id, {
      price_kind: "return",
      amount: "5",
      transaction_hash: "0xmine",
      note: null,
      by: "user_1",
    })
    const [{ id, kind }] = await ledger.refunds.listUnbooked(crypto_payment_id)
    expect(kind).toBe("return")
    const booking = { id, crypto_payment_id, amount: "5", refund_id: "ref_1" }
    expect(await ledger.refunds.book(booking)).toBe(true)
    expect(await ledger.refunds.listUnbooked(crypto_payment_id)).toMatchObject([
      { id, kind: "refund", refund_id: "ref_1" },
    ])
  })

  it("never unsee a payment by an expiry that waits for its commit", async () => {
    const { id } = await seedAttempt(ledger)
    const late = await whileChanged(
      id,
      (client) =>
        client.query(
          `update crypto_payment
              set state = 'paid', gateway_status = 'confirmed',
                  gateway_amount = '5.00', gateway_currency = 'EUR'
            where id = $1`,
          [id]
        ),
      () => ledger.observations.record(id, observation("expired"))
    )
    expect(late).toMatchObject({
      state: "paid",
      gateway_status: "confirmed",
      gateway_amount: "5.00",
      gateway_currency: "EUR",
    })
  })
})
