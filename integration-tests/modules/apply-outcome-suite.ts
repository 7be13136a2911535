import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"
import { applyOutcome, type Outcome } from "../../src/workflows/settle/execute"

describeLedger("the outcome of settling", ({ ledger, sql }) => {
  const settled: Outcome = {
    type: "settled",
    order_id: "order_1",
    payment_id: "pay_1",
  }
  const stockGone: Outcome = {
    type: "failed",
    fact: { type: "failed", message: "Out of stock." },
    retryable: false,
    order_id: null,
  }
  const busy: Outcome = {
    type: "failed",
    fact: { type: "failed", message: "Lock timeout." },
    retryable: true,
    order_id: null,
  }

  it("is written with the order, and has one event", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    const first = await applyOutcome(ledger, id, settled)
    expect(first).toMatchObject({
      event: { name: "crypto_payment.settled" },
      attempt: { state: "settled", order_id: "order_1", payment_id: "pay_1" },
    })
    const again = await applyOutcome(ledger, id, settled)
    expect(again).toEqual({ attempt: first.attempt, event: null })
  })

  it("clears the attention of a payment once its order exists", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await applyOutcome(ledger, id, stockGone)
    expect(await applyOutcome(ledger, id, settled)).toMatchObject({
      event: { name: "crypto_payment.settled" },
      attempt: {
        attention_reason: null,
        attention_fact: null,
      },
    })
  })

  it.each(["settled", "resolved"] as const)(
    "cannot take back what is %s",
    async (state) => {
      const before = await seedAttempt(ledger, state, {}, { order_id: "o_1" })
      const outcomes: Outcome[] = [
        { type: "recorded" },
        { type: "closed", order_id: null, paid_otherwise: false },
        { ...settled, order_id: "order_2" },
        {
          type: "attention",
          reason: "unmatched",
          fact: { type: "cart_gone" },
          order_id: "order_2",
        },
        stockGone,
        busy,
      ]
      for (const outcome of outcomes) {
        const { event } = await applyOutcome(ledger, before.id, outcome)
        expect(event).toBeNull()
        expect(await ledger.attempts.find(before.id)).toMatchObject({
          state,
          order_id: "o_1",
          attention_reason: before.attention_reason,
        })
      }
    }
  )

  it.each(["paid", "attention"] as const)(
    "never closes what is %s",
    async (state) => {
      const before = await seedAttempt(ledger, state)
      const { attempt, event } = await applyOutcome(ledger, before.id, {
        type: "closed",
        order_id: null,
        paid_otherwise: false,
      })
      expect(attempt).toEqual(before)
      expect(event).toBeNull()
    }
  )

  it("closes what ended unpaid, with an event where nothing took its place", async () => {
    const closed = {
      type: "closed",
      order_id: null,
      paid_otherwise: false,
    } as const
    const { id } = await seedAttempt(
      ledger,
      "open",
      {},
      { gateway_status: "expired" }
    )
    expect(await applyOutcome(ledger, id, closed)).toMatchObject({
      attempt: { state: "closed" },
      event: {
        name: "crypto_payment.expired",
        data: { id, order_id: null, pay_url: null, reason: "expired" },
      },
    })
    const [second, third] = [
      await seedAttempt(ledger, "open", { external_id: "cart_1-2" }),
      await seedAttempt(ledger, "open", { external_id: "cart_1-3" }),
    ]
    expect(await applyOutcome(ledger, second.id, closed)).toMatchObject({
      attempt: { state: "closed" },
      event: null,
    })
    await ledger.attempts.supersede(third, "test")
    expect((await applyOutcome(ledger, third.id, closed)).event).toBeNull()
    const other = await seedAttempt(ledger, "open", {
      cart_id: "cart_2",
      external_id: "cart_2",
    })
    const outcome = { ...closed, paid_otherwise: true }
    expect(await applyOutcome(ledger, other.id, outcome)).toMatchObject({
      attempt: { state: "closed" },
      event: null,
    })
  })

  it("needs attention once for one reason", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    const fact = {
      type: "cart_price_differs",
      paid: { amount: "5.00", currency_code: "eur" },
      due: { amount: "19.99", currency_code: "eur" },
    } as const
    const outcome: Outcome = {
      type: "attention",
      reason: "amount_mismatch",
      fact,
      order_id: null,
    }
    expect(await applyOutcome(ledger, id, outcome)).toMatchObject({
      event: { name: "crypto_payment.attention_required" },
      attempt: {
        state: "attention",
        attention_reason: "amount_mismatch",
        attention_fact: fact,
      },
    })
    expect((await applyOutcome(ledger, id, outcome)).event).toBeNull()
    expect(
      await sql("select id from crypto_payment_event where type = 'attention'")
    ).toHaveLength(1)
  })

  it.each([
    ["the reason is another", "duplicate_payment", null],
    ["the order is another", "order_not_placed", "order_1"],
  ] as const)(
    "has another event, with the order it concerns, when %s",
    async (_case, reason, order_id) => {
      const { id } = await seedAttempt(ledger, "paid")
      const first = await applyOutcome(ledger, id, stockGone)
      expect(first.attempt).toMatchObject({
        attention_reason: "order_not_placed",
        order_id: null,
      })
      const outcome = await applyOutcome(ledger, id, {
        type: "attention",
        reason,
        fact: { type: "order_paid_otherwise", order_number: 12 },
        order_id,
      })
      expect(outcome).toMatchObject({
        event: {
          name: "crypto_payment.attention_required",
          data: { reason, order_id },
        },
        attempt: { attention_reason: reason, order_id },
      })
    }
  )

  it("is for a person at once when the cart is at fault", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    expect(await applyOutcome(ledger, id, stockGone)).toMatchObject({
      event: { name: "crypto_payment.attention_required" },
      attempt: {
        attention_reason: "order_not_placed",
        attention_fact: { type: "failed", message: "Out of stock." },
      },
    })
  })

  it("needs attention after five retryable failures", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await applyOutcome(ledger, id, busy)).toMatchObject({
        event: null,
        attempt: { state: "paid", tries: attempt },
      })
    }
    expect(await applyOutcome(ledger, id, busy)).toMatchObject({
      event: { name: "crypto_payment.attention_required" },
      attempt: { attention_reason: "order_not_placed" },
    })
    expect((await applyOutcome(ledger, id, busy)).event).toBeNull()
  })

  it("has another reason when a retryable failure follows a mismatch", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await applyOutcome(ledger, id, {
      type: "attention",
      reason: "amount_mismatch",
      fact: {
        type: "captured_price_differs",
        order_number: 12,
        paid: null,
        due: null,
      },
      order_id: null,
    })
    expect(await applyOutcome(ledger, id, busy)).toMatchObject({
      event: { name: "crypto_payment.attention_required" },
      attempt: {
        attention_reason: "order_not_placed",
        attention_fact: { type: "failed", message: "Lock timeout." },
      },
    })
  })

  it("keeps the growing waits while a person has it", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    for (const minutes of [1, 2, 3]) {
      await applyOutcome(ledger, id, stockGone)
      const [row] = await sql<{ minutes: number }>(
        "select extract(epoch from next_check_at - last_checked_at)::float / 60 as minutes from crypto_payment"
      )
      expect(row.minutes).toBe(minutes)
    }
  })

  it("of an attempt that is gone is an error", async () => {
    await expect(
      applyOutcome(ledger, "cpay_unknown", { type: "recorded" })
    ).rejects.toThrow("Crypto payment cpay_unknown was not found.")
  })

  it("has an event for one of two runs that end at the same moment", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    const runs = await Promise.all([
      applyOutcome(ledger, id, settled),
      applyOutcome(ledger, id, settled),
    ])
    expect(runs.filter(({ event }) => event)).toHaveLength(1)
  })

  it("leaves its event in the outbox, with an id and a time, in the same transaction", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await sql(
      "update crypto_payment set quoted_crypto_amount = '25', received_crypto_amount = '24', crypto_currency = 'USDT'"
    )
    const { event } = await applyOutcome(ledger, id, settled)
    expect(event).toMatchObject({
      name: "crypto_payment.settled",
      data: {
        id,
        order_id: "order_1",
        reason: null,
        crypto_currency: "USDT",
        quoted_crypto_amount: "25",
        received_crypto_amount: "24",
        crypto_difference: {
          kind: "short",
          crypto_amount: "-1",
          percent: "-4.00",
        },
        event_id: event?.id,
        occurred_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    })
    expect(
      await sql("select id, name, data from crypto_payment_outbox")
    ).toEqual([event])
    // The run that wrote it delivers it; no other run does meanwhile.
    expect(await ledger.outbox.dequeue(10)).toEqual([])
    await sql("update crypto_payment_outbox set deliver_at = now()")
    expect(await ledger.outbox.dequeue(10)).toEqual([
      { ...event, is_old: false },
    ])
    expect(await ledger.outbox.dequeue(10)).toEqual([])
    await ledger.outbox.remove([String(event?.id)])
    expect(await sql("select id from crypto_payment_outbox")).toEqual([])
  })

  it("is judged once more, some minutes after it was a mismatch", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    const mismatch: Outcome = {
      type: "attention",
      reason: "amount_mismatch",
      fact: {
        type: "cart_price_differs",
        paid: { amount: "10.00", currency_code: "eur" },
        due: { amount: "13.00", currency_code: "eur" },
      },
      order_id: null,
    }
    await applyOutcome(ledger, id, mismatch)
    const [{ minutes }] = await sql<{ minutes: number }>(
      "select extract(epoch from next_check_at - last_checked_at)::float / 60 as minutes from crypto_payment"
    )
    expect(minutes).toBe(5)
    const again = await applyOutcome(ledger, id, mismatch)
    expect(again.event).toBeNull()
    expect((await ledger.attempts.find(id))?.next_check_at).toBeNull()
  })

  it("is verified once, some minutes after it was settled", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await applyOutcome(ledger, id, settled)
    const [{ minutes }] = await sql<{ minutes: number }>(
      "select extract(epoch from next_check_at - settled_at)::float / 60 as minutes from crypto_payment"
    )
    expect(minutes).toBe(5)
    const { attempt, event } = await applyOutcome(ledger, id, {
      type: "verified",
      verified: await ledger.attempts.retrieve(id),
    })
    expect(event).toBeNull()
    expect(attempt).toMatchObject({
      state: "settled",
      verified_at: expect.any(Date),
      next_check_at: null,
    })
  })
})
