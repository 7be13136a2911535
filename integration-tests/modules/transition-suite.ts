import {
  ATTEMPT_STATES,
  type AttemptState,
  TRANSITIONS,
} from "../../src/modules/crypto-payment/attempts/states"
import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"

describeLedger("a step of an attempt", ({ ledger, sql }) => {
  const entry = { type: "checked", source: "test" } as const
  const timeline = (id: string) =>
    sql(
      "select type, data from crypto_payment_event where crypto_payment_id = $1 and type = 'checked'",
      [id]
    )

  const step = async (id: string, to: AttemptState) =>
    (await ledger.attempts.transition(id, to, {}, entry))?.attempt

  it.each(ATTEMPT_STATES)(
    "from %s is written where the table allows it, else nothing is",
    async (from) => {
      for (const [index, to] of ATTEMPT_STATES.entries()) {
        const external_id = `cart_1-${index + 2}`
        const before = await seedAttempt(ledger, from, { external_id })
        const patch = { wallet_address: "T-wallet" }
        const after = await ledger.attempts.transition(
          before.id,
          to,
          patch,
          entry
        )
        const now = await ledger.attempts.find(before.id)
        if (TRANSITIONS[from].includes(to)) {
          expect(after?.attempt).toMatchObject({ state: to, ...patch })
          expect(now).toEqual(after?.attempt)
          expect(await timeline(before.id)).toEqual([
            { type: "checked", data: { state: to } },
          ])
        } else {
          expect(after).toBeUndefined()
          expect(now).toEqual(before)
          expect(await timeline(before.id)).toEqual([])
        }
      }
    }
  )

  it("stamps the time at which a state was first entered", async () => {
    const closed = await seedAttempt(ledger, "closed")
    expect(closed.opened_at).toBeInstanceOf(Date)
    expect(closed.closed_at).toBeInstanceOf(Date)
    expect(closed.paid_at).toBeNull()
    const paid = await step(closed.id, "paid")
    expect(paid?.paid_at).toBeInstanceOf(Date)
    expect(paid?.opened_at).toEqual(closed.opened_at)
    expect(paid?.closed_at).toEqual(closed.closed_at)
    const settled = await step(closed.id, "settled")
    expect(settled?.settled_at).toBeInstanceOf(Date)
    expect(settled?.paid_at).toEqual(paid?.paid_at)
  })

  it("restarts the count of checks", async () => {
    const attempt = await seedAttempt(ledger)
    await ledger.dueQueue.reschedule(attempt)
    await ledger.dueQueue.reschedule(attempt)
    expect((await ledger.attempts.find(attempt.id))?.checks).toBe(3)
    const paid = await step(attempt.id, "paid")
    expect(paid?.checks).toBe(0)
  })

  it("to resolved ends the checks", async () => {
    const { id } = await seedAttempt(ledger, "attention")
    const over = await step(id, "resolved")
    expect(over?.next_check_at).toBeNull()
    expect(await ledger.dueQueue.dequeue(10, 60)).toEqual([])
  })

  it("to settled leaves one check, which verifies it five minutes later", async () => {
    const { id } = await seedAttempt(ledger, "attention")
    const settled = await step(id, "settled")
    const { next_check_at, settled_at } = settled ?? {}
    expect(Number(next_check_at) - Number(settled_at)).toBe(5 * 60_000)
    expect(await ledger.dueQueue.dequeue(10, 60)).toEqual([])
  })

  it("is taken by one when many try the same", async () => {
    const { id } = await seedAttempt(ledger)
    const steps = await Promise.all(
      Array.from({ length: 20 }, () =>
        ledger.attempts.transition(id, "paid", {}, entry)
      )
    )
    expect(steps.filter(Boolean)).toHaveLength(1)
    expect(await timeline(id)).toHaveLength(1)
  })

  it("away from paid is taken by one when settling and a person race", async () => {
    const { id } = await seedAttempt(ledger, "attention")
    const steps = await Promise.all(
      (["settled", "resolved"] as const).map((to) =>
        ledger.attempts.transition(id, to, {}, entry)
      )
    )
    const taken = steps.filter(Boolean)
    expect(taken).toHaveLength(1)
    expect((await ledger.attempts.find(id))?.state).toBe(
      taken[0]?.attempt.state
    )
  })

  it("is not written when its line in the timeline cannot be", async () => {
    const { id } = await seedAttempt(ledger)
    await sql("alter table crypto_payment_event rename to elsewhere")
    try {
      await expect(
        ledger.attempts.transition(id, "paid", {}, entry)
      ).rejects.toThrow(/crypto_payment_event/)
    } finally {
      await sql("alter table elsewhere rename to crypto_payment_event")
    }
    expect((await ledger.attempts.find(id))?.state).toBe("open")
  })

  it("of an unknown attempt does nothing", async () => {
    expect(
      await ledger.attempts.transition("cpay_unknown", "open", {}, entry)
    ).toBeUndefined()
  })
})
