import { knex } from "@medusajs/framework/mikro-orm/knex"

import { Attempts } from "../../src/modules/crypto-payment/attempts/attempts"
import { describeLedger } from "./describe-ledger"
import { newAttempt } from "./new-attempt"

describeLedger("a new attempt", ({ ledger, sql, url }) => {
  it("is written before anyone calls the gateway", async () => {
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
  })

  it("begins its timeline", async () => {
    await ledger.attempts.create(newAttempt(), "session")
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

  it("is not made twice for one external_id of a merchant", async () => {
    await ledger.attempts.create(newAttempt(), "session")
    const again = newAttempt({ amount: "5.00" })
    expect(await ledger.attempts.create(again, "session")).toBeUndefined()
    expect(await sql("select amount from crypto_payment")).toEqual([
      { amount: "19.99" },
    ])
    expect(await sql("select id from crypto_payment_event")).toHaveLength(1)
  })

  it("is not made twice for one gateway payment of a merchant", async () => {
    const first = newAttempt({ gateway_payment_id: "gateway-payment-1" })
    await ledger.attempts.create(first, "webhook")
    const second = { ...first, external_id: "cart_2" }
    expect(await ledger.attempts.create(second, "webhook")).toBeUndefined()
  })

  it("may share its ids with another merchant's", async () => {
    const first = newAttempt({ gateway_payment_id: "gateway-payment-1" })
    await ledger.attempts.create(first, "webhook")
    const foreign = { ...first, merchant_id: "merchant-2" }
    expect(await ledger.attempts.create(foreign, "webhook")).toBeDefined()
  })

  it("is made once when many ask at the same moment", async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        ledger.attempts.create(newAttempt(), "session")
      )
    )
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await sql("select id from crypto_payment")).toHaveLength(1)
    expect(await sql("select id from crypto_payment_event")).toHaveLength(1)
  })

  it("is listed with its cart's other revisions, newest first", async () => {
    for (const revision of [2, 10, 1]) {
      await ledger.attempts.create(
        newAttempt({ external_id: `cart_1-${revision}`, revision }),
        "session"
      )
    }
    await ledger.attempts.create(
      newAttempt({ external_id: "cart_2", cart_id: "cart_2" }),
      "session"
    )
    await ledger.attempts.create(
      newAttempt({ merchant_id: "merchant-2" }),
      "session"
    )
    const { usable, highest } = await ledger.attempts.findRevisions(
      "merchant-1",
      {
        cart_id: "cart_1",
      }
    )
    expect(usable.map(({ revision }) => revision)).toEqual([10, 2, 1])
    expect(highest).toBe(10)
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
