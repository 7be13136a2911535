import { knex } from "@medusajs/framework/mikro-orm/knex"

import { describeLedger } from "./describe-ledger"
import { newAttempt, seedAttempt } from "./seed-attempt"
import { Attempts } from "../../src/modules/crypto-payment/attempts/attempts"
import { TRANSITIONS } from "../../src/modules/crypto-payment/attempts/states"
import {
  ATTEMPT_STATES,
  type AttemptState,
} from "../../src/modules/crypto-payment/column-values"

describeLedger("a new attempt", ({ ledger, sql, url }) => {
  it("is written before anyone calls the gateway, and begins its timeline", async () => {
    const created = await ledger.attempts.create(newAttempt(), "session")
    expect(created).toMatchObject({
      id: expect.stringMatching(/^cpay_/),
      state: "creating",
      external_id: "cart_1",
      amount: "19.99",
      revision: 1,
      checks: 0,
      tries: 0,
      gateway_payment_id: null,
      lease_owner: null,
      created_at: expect.any(Date),
    })
    expect(await ledger.attempts.find(created?.id ?? "")).toEqual(created)
    expect(
      await sql("select type, source, data from crypto_payment_event")
    ).toEqual([
      {
        type: "created",
        source: "session",
        data: {
          external_id: "cart_1",
          amount: "19.99",
          currency_code: "eur",
        },
      },
    ])
  })

  it("is made once for an external_id of a merchant, also by many at the same moment", async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        ledger.attempts.create(newAttempt(), "session")
      )
    )
    expect(made.filter(Boolean)).toHaveLength(1)
    const again = newAttempt({ amount: "5.00" })
    expect(await ledger.attempts.create(again, "session")).toBeUndefined()
    expect(await sql("select amount from crypto_payment")).toEqual([
      { amount: "19.99" },
    ])
    expect(await sql("select id from crypto_payment_event")).toHaveLength(1)
  })

  it("is made once for a gateway payment of a merchant, and may share its ids with another merchant's", async () => {
    const first = newAttempt({ gateway_payment_id: "gateway-payment-1" })
    await ledger.attempts.create(first, "webhook")
    const second = { ...first, external_id: "cart_2" }
    expect(await ledger.attempts.create(second, "webhook")).toBeUndefined()
    const foreign = { ...first, merchant_id: "merchant-2" }
    expect(await ledger.attempts.create(foreign, "webhook")).toBeDefined()
  })

  it("is listed with its cart's other revisions of its merchant, newest first, without those that are over", async () => {
    const seed = (
      revision: number,
      state: AttemptState = "open",
      patch: object = {}
    ) =>
      seedAttempt(ledger, state, {
        external_id: `cart_1-${revision}`,
        revision,
        ...patch,
      })
    for (const revision of [2, 10, 1]) await seed(revision)
    await seed(11, "paid", { superseded_at: new Date() })
    await seed(12, "open", { superseded_at: new Date() })
    await seed(13, "closed")
    await seed(14, "open", { cart_id: "cart_2" })
    await seed(15, "open", { merchant_id: "merchant-2" })
    const subject = { cart_id: "cart_1" }
    const { usable, highest } = await ledger.attempts.findRevisions(
      "merchant-1",
      subject
    )
    expect(usable.map(({ revision }) => revision)).toEqual([11, 10, 2, 1])
    expect(highest).toBe(13)
    const none = await ledger.attempts.findRevisions("merchant-3", subject)
    expect(none).toMatchObject({ highest: 0, usable: [], open: 5 })
  })

  it("is not passed over by a request that reads revisions at the same moment", async () => {
    // With one connection, what is asked for during the first query runs
    // before the second one.
    const db = knex({ client: "pg", connection: url, pool: { min: 0, max: 1 } })
    try {
      const other = newAttempt({ cart_id: "cart_1" })
      const attempts = new Attempts(db, () => 7)
      let created: ReturnType<Attempts["create"]> | undefined
      db.on("query", () => {
        created ??= attempts.create(other, "session")
      })
      const { highest, usable } = await attempts.findRevisions(
        other.merchant_id,
        { cart_id: "cart_1" }
      )
      expect(await created).toMatchObject({ revision: 1 })
      expect(
        usable.length > 0 || highest === 0 ? "no second payment" : highest + 1
      ).toBe("no second payment")
    } finally {
      await db.destroy()
    }
  })
})

describeLedger("a step of an attempt", ({ ledger, sql }) => {
  const entry = { type: "checked", source: "test" } as const
  const timeline = (id: string) =>
    sql(
      "select type, data from crypto_payment_event where crypto_payment_id = $1 and type = 'checked'",
      [id]
    )

  const step = (id: string, to: AttemptState, patch = {}) =>
    ledger.attempts.transition({ id, to, patch, entry })

  it.each(ATTEMPT_STATES)(
    "from %s is written where the table allows it, else nothing is",
    async (from) => {
      for (const [index, to] of ATTEMPT_STATES.entries()) {
        const external_id = `cart_1-${index + 2}`
        const before = await seedAttempt(ledger, from, { external_id })
        const patch = { wallet_address: "T-wallet" }
        const after = await step(before.id, to, patch)
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

  it("stamps the time at which a state was first entered, and restarts the count of checks", async () => {
    const closed = await seedAttempt(ledger, "closed")
    expect(closed.opened_at).toBeInstanceOf(Date)
    expect(closed.closed_at).toBeInstanceOf(Date)
    expect(closed.paid_at).toBeNull()
    await ledger.dueQueue.reschedule(closed)
    expect((await ledger.attempts.find(closed.id))?.checks).toBe(2)
    const paid = (await step(closed.id, "paid"))?.attempt
    expect(paid?.paid_at).toBeInstanceOf(Date)
    expect(paid?.opened_at).toEqual(closed.opened_at)
    expect(paid?.closed_at).toEqual(closed.closed_at)
    expect(paid?.checks).toBe(0)
    const settled = (await step(closed.id, "settled"))?.attempt
    expect(settled?.settled_at).toBeInstanceOf(Date)
    expect(settled?.paid_at).toEqual(paid?.paid_at)
  })

  it("away from attention is taken by one when settling and a person race, and resolving ends the checks", async () => {
    const { id } = await seedAttempt(ledger, "attention")
    const [settled, resolved] = await Promise.all([
      step(id, "settled"),
      step(id, "resolved"),
    ])
    expect([settled, resolved].filter(Boolean)).toHaveLength(1)
    expect((await ledger.attempts.find(id))?.state).toBe(
      (settled ?? resolved)?.attempt.state
    )
    expect(await ledger.dueQueue.dequeue(10, 60)).toEqual([])
  })

  it("is not written when its line in the timeline cannot be", async () => {
    const { id } = await seedAttempt(ledger)
    await sql("alter table crypto_payment_event rename to elsewhere")
    try {
      await expect(step(id, "paid")).rejects.toThrow(/crypto_payment_event/)
    } finally {
      await sql("alter table elsewhere rename to crypto_payment_event")
    }
    expect((await ledger.attempts.find(id))?.state).toBe("open")
  })

  it("is superseded only while it is open, and no other session was attached since it was read", async () => {
    const supersede = async (state: AttemptState, external_id: string) => {
      const attempt = await seedAttempt(ledger, state, { external_id })
      expect(await ledger.attempts.supersede(attempt, "test")).toBeUndefined()
      expect(await ledger.attempts.find(attempt.id)).toEqual(attempt)
    }
    for (const state of ATTEMPT_STATES) {
      if (state !== "open") await supersede(state, `cart_${state}`)
    }
    let read = await seedAttempt(ledger)
    for (const session of ["payses_1", "payses_2"]) {
      await ledger.sessions.attach(read.id, session)
      expect(await ledger.attempts.supersede(read, "test")).toBeUndefined()
      read = await ledger.attempts.retrieve(read.id)
      expect(read.superseded_at).toBeNull()
    }
    expect(await ledger.attempts.supersede(read, "test")).toMatchObject({
      id: read.id,
      superseded_at: expect.any(Date),
    })
  })
})
