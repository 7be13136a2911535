import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"
import { applyOutcome, type Outcome } from "../../src/workflows/settle/apply"

const settled: Outcome = {
  type: "settled",
  order_id: "order_1",
  payment_id: "pay_1",
}
const closed: Outcome = {
  type: "closed",
  order_id: null,
  paid_otherwise: false,
}
const failed = (message: string, retryable: boolean): Outcome => ({
  type: "failed",
  fact: { type: "failed", message },
  retryable,
  order_id: null,
})
const stockGone = failed("Out of stock.", false)
const busy = failed("Lock timeout.", true)
const priceDiffers = {
  type: "cart_price_differs",
  paid: { amount: "5.00", currency_code: "eur" },
  due: { amount: "19.99", currency_code: "eur" },
} as const
const mismatch: Outcome = {
  type: "attention",
  reason: "amount_mismatch",
  fact: priceDiffers,
  order_id: null,
}
const settledEvent = { name: "crypto_payment.settled" }
const attentionEvent = { name: "crypto_payment.attention_required" }

describeLedger("the outcome of settling", ({ ledger, sql }) => {
  const minutesUntilCheck = async (since: string) => {
    const [{ minutes }] = await sql<{ minutes: number | null }>(
      `select extract(epoch from next_check_at - ${since})::float / 60 as minutes from crypto_payment`
    )
    return minutes
  }

  it("is written with the order, and has one event, also of two runs that end at the same moment", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    const runs = await Promise.all([
      applyOutcome(ledger, id, settled),
      applyOutcome(ledger, id, settled),
    ])
    expect(runs.flatMap(({ event }) => event ?? [])).toMatchObject([
      settledEvent,
    ])
    const { attempt } = runs[0]
    expect(attempt).toMatchObject({
      state: "settled",
      order_id: "order_1",
      payment_id: "pay_1",
    })
    expect(await applyOutcome(ledger, id, settled)).toEqual({
      attempt,
      event: null,
    })
  })

  it("is for a person at once when the cart is at fault, until the order exists", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    expect(await applyOutcome(ledger, id, stockGone)).toMatchObject({
      event: attentionEvent,
      attempt: {
        attention_reason: "order_not_placed",
        attention_fact: { type: "failed", message: "Out of stock." },
        order_id: null,
      },
    })
    expect(await applyOutcome(ledger, id, settled)).toMatchObject({
      event: settledEvent,
      attempt: { attention_reason: null, attention_fact: null },
    })
  })

  it.each(["settled", "resolved"] as const)(
    "cannot take back what is %s",
    async (state) => {
      const before = await seedAttempt(ledger, state, {}, { order_id: "o_1" })
      const outcomes: Outcome[] = [
        { type: "recorded" },
        closed,
        { ...settled, order_id: "order_2" },
        { ...mismatch, order_id: "order_2" },
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
      const attempt = await seedAttempt(ledger, state)
      expect(await applyOutcome(ledger, attempt.id, closed)).toEqual({
        attempt,
        event: null,
      })
    }
  )

  it("closes what ended unpaid, with an event where nothing took its place", async () => {
    const seed = (external_id: string, row = {}, patch = {}) =>
      seedAttempt(ledger, "open", { external_id, ...row }, patch)
    const { id } = await seed("cart_1", {}, { gateway_status: "expired" })
    expect(await applyOutcome(ledger, id, closed)).toMatchObject({
      attempt: { state: "closed" },
      event: {
        name: "crypto_payment.expired",
        data: { id, order_id: null, pay_url: null, reason: "expired" },
      },
    })
    const replaced = await seed("cart_1-2")
    const superseded = await seed("cart_1-3")
    const paidOtherwise = await seed("cart_2", { cart_id: "cart_2" })
    const close = async ({ id }: { id: string }, outcome = closed) =>
      expect(await applyOutcome(ledger, id, outcome)).toMatchObject({
        attempt: { state: "closed" },
        event: null,
      })
    await close(replaced)
    await ledger.attempts.supersede(superseded, "test")
    await close(superseded)
    await close(paidOtherwise, { ...closed, paid_otherwise: true })
  })

  it("needs attention once for one reason, and is judged once more after five minutes where it is a mismatch", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    expect(await applyOutcome(ledger, id, mismatch)).toMatchObject({
      event: attentionEvent,
      attempt: {
        state: "attention",
        attention_reason: "amount_mismatch",
        attention_fact: priceDiffers,
      },
    })
    expect(await minutesUntilCheck("last_checked_at")).toBe(5)
    expect((await applyOutcome(ledger, id, mismatch)).event).toBeNull()
    expect((await ledger.attempts.find(id))?.next_check_at).toBeNull()
    expect(
      await sql("select id from crypto_payment_event where type = 'attention'")
    ).toHaveLength(1)
  })

  it.each<[string, Outcome, Outcome, object]>([
    [
      "the reason is another",
      stockGone,
      mismatch,
      { reason: "amount_mismatch", order_id: null },
    ],
    [
      "the order is another",
      stockGone,
      {
        type: "attention",
        reason: "order_not_placed",
        fact: { type: "order_paid_otherwise", order_number: 12 },
        order_id: "order_1",
      },
      { reason: "order_not_placed", order_id: "order_1" },
    ],
    [
      "a retryable failure follows a mismatch",
      mismatch,
      busy,
      { reason: "order_not_placed", order_id: null },
    ],
  ])(
    "has another event, with the order it concerns, when %s",
    async (_case, before, outcome, data) => {
      const { id } = await seedAttempt(ledger, "paid")
      await applyOutcome(ledger, id, before)
      const { attempt, event } = await applyOutcome(ledger, id, outcome)
      expect(event).toMatchObject({ ...attentionEvent, data })
      const { attention_reason: reason, order_id } = attempt
      expect({ reason, order_id }).toEqual(data)
      expect(attempt.attention_fact).toEqual("fact" in outcome && outcome.fact)
    }
  )

  it("needs attention after an hour of retryable failures, however often it was tried", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    const earlier = (minutes: number) =>
      Promise.all([
        sql(
          `update crypto_payment set paid_at = paid_at - interval '${minutes} minutes'`
        ),
        sql(
          `update crypto_payment_event set at = at - interval '${minutes} minutes'`
        ),
      ])
    // It waited for the job, and failed nothing.
    await earlier(600)
    for (let tries = 1; tries <= 9; tries++) {
      expect(await applyOutcome(ledger, id, busy)).toMatchObject({
        event: null,
        attempt: { state: "paid", tries },
      })
    }
    await earlier(59)
    expect((await applyOutcome(ledger, id, busy)).event).toBeNull()
    await earlier(1)
    expect(await applyOutcome(ledger, id, busy)).toMatchObject({
      event: attentionEvent,
      attempt: { attention_reason: "order_not_placed" },
    })
    expect((await applyOutcome(ledger, id, busy)).event).toBeNull()
  })

  it("has an hour again once it was reopened", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await applyOutcome(ledger, id, busy)
    await applyOutcome(ledger, id, settled)
    await sql(
      "update crypto_payment set paid_at = paid_at - interval '1 day', settled_at = settled_at - interval '1 day'"
    )
    await sql("update crypto_payment_event set at = at - interval '1 day'")
    const entry = { type: "reopened", source: "decision" } as const
    await ledger.attempts.transition({ id, to: "paid", entry })
    expect((await applyOutcome(ledger, id, busy)).event).toBeNull()
    await sql("update crypto_payment_event set at = at - interval '1 hour'")
    expect((await applyOutcome(ledger, id, busy)).event).toMatchObject(
      attentionEvent
    )
  })

  it("of a run that did not end leaves what another run has found meanwhile", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await applyOutcome(ledger, id, busy)
    await sql("update crypto_payment set paid_at = paid_at - interval '1 day'")
    await sql("update crypto_payment_event set at = at - interval '1 day'")
    const found = await applyOutcome(ledger, id, stockGone)
    expect(
      await applyOutcome(ledger, id, busy, { from: "paid" })
    ).toMatchObject({
      event: null,
      attempt: { attention_fact: found.attempt.attention_fact },
    })
  })

  it("keeps the growing waits while a person has it", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    for (const minutes of [1, 2, 3]) {
      await applyOutcome(ledger, id, stockGone)
      expect(await minutesUntilCheck("last_checked_at")).toBe(minutes)
    }
  })

  it("leaves its event in the outbox, with an id and a time, in the same transaction", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await sql(
      "update crypto_payment set quoted_crypto_amount = '25', received_crypto_amount = '24', crypto_currency = 'USDT'"
    )
    const { event } = await applyOutcome(ledger, id, settled)
    expect(event).toMatchObject({
      ...settledEvent,
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

  it("is verified once, five minutes after it was settled", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await applyOutcome(ledger, id, settled)
    expect(await minutesUntilCheck("settled_at")).toBe(5)
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
