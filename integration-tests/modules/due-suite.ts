import { describeLedger } from "./describe-ledger"
import { newAttempt } from "./new-attempt"

describeLedger("the attempts that are due", ({ ledger, sql }) => {
  /** Rows whose next look was due 1, 2, 3… seconds ago. */
  async function seedDue(count: number): Promise<void> {
    await sql(
      `insert into crypto_payment (id, provider_id, merchant_id, external_id, state, next_check_at)
       select 'cpay_' || n, 'pp_crypto_crypto', 'merchant-1', 'cart_' || n, 'open',
              now() - n * interval '1 second'
         from generate_series(1, $1) as n`,
      [count]
    )
  }

  it("are shared by many takers, each attempt taken by one", async () => {
    await seedDue(200)
    const taken: string[] = []
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (;;) {
          const rows = await ledger.dueQueue.dequeue(7, 60)
          if (rows.length === 0) return
          expect(rows.length).toBeLessThanOrEqual(7)
          taken.push(...rows.map(({ id }) => id))
        }
      })
    )
    expect(taken).toHaveLength(200)
    expect(new Set(taken).size).toBe(200)
  })

  it("are taken longest waiting first", async () => {
    await seedDue(20)
    const ids = (await ledger.dueQueue.dequeue(5, 60)).map(({ id }) => id)
    expect(ids.sort()).toEqual(
      ["cpay_16", "cpay_17", "cpay_18", "cpay_19", "cpay_20"].sort()
    )
  })

  it("are taken in the order of their urgency, however long the others wait", async () => {
    const states = ["creating", "open", "closed", "settled", "attention"]
    await seedDue(50)
    for (const [n, state] of [...states, "paid"].entries()) {
      await sql(
        "update crypto_payment set state = $1, next_check_at = now() - $2 * interval '1 second' where id = $3",
        [state, states.length - n, `cpay_${n + 1}`]
      )
    }
    const taken: string[] = []
    for (let n = 0; n < 3; n++) {
      taken.push(
        ...(await ledger.dueQueue.dequeue(1, 60)).map(({ state }) => state)
      )
    }
    expect(taken).toEqual(["paid", "attention", "settled"])
    expect(await ledger.dueQueue.dequeue(100, 60)).toHaveLength(47)
  })

  it("can be taken of some states alone", async () => {
    await seedDue(5)
    await sql(
      "update crypto_payment set state = 'paid' where id in ('cpay_1', 'cpay_2')"
    )
    const paid = await ledger.dueQueue.dequeue(10, 60, ["paid"])
    expect(paid.map(({ id }) => id).sort()).toEqual(["cpay_1", "cpay_2"])
    expect(
      await ledger.dueQueue.dequeue(10, 60, ["paid", "attention"])
    ).toEqual([])
    expect(await ledger.dueQueue.dequeue(10, 60, ["resolved"])).toEqual([])
    expect(await ledger.dueQueue.dequeue(10, 60)).toHaveLength(3)
  })

  it("are never more than were asked for, whatever the planner does", async () => {
    await seedDue(300)
    await sql("analyze crypto_payment")
    expect(await ledger.dueQueue.dequeue(50, 60)).toHaveLength(50)
    expect(await ledger.dueQueue.dequeue(1, 60)).toHaveLength(1)
    await sql("truncate crypto_payment cascade")
    await sql("analyze crypto_payment")
    await seedDue(3)
    expect(await ledger.dueQueue.dequeue(2, 60)).toHaveLength(2)
  })

  it("come back when whoever took them does not put them off", async () => {
    await seedDue(1)
    expect(await ledger.dueQueue.dequeue(10, 0)).toHaveLength(1)
    expect(await ledger.dueQueue.dequeue(10, 60)).toHaveLength(1)
    expect(await ledger.dueQueue.dequeue(10, 60)).toHaveLength(0)
  })

  it("are put back while their cart opens others, and neither waits for good", async () => {
    await seedDue(15)
    await sql("update crypto_payment set cart_id = 'cart_1'")
    const due = (await ledger.dueQueue.dequeue(15, 0)).reverse()
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        await ledger.dueQueue.postpone(due, 0)
        await ledger.dueQueue.postponeMerchant("merchant-1", 0)
        const external_id = `cart_1-${n + 2}`
        await ledger.attempts.createWithin(newAttempt({ external_id }), "test")
      })
    )
    const open = "select id from crypto_payment where cart_id = 'cart_1'"
    expect(await sql(open)).toHaveLength(20)
  })

  it("come with all that the ledger knows of them", async () => {
    await seedDue(1)
    const [taken] = await ledger.dueQueue.dequeue(1, 60)
    expect(taken).toEqual(await ledger.attempts.find(taken.id))
  })

  it("are not those of tomorrow, without a date, or deleted", async () => {
    await seedDue(3)
    await sql(
      "update crypto_payment set next_check_at = now() + interval '1 day' where id = 'cpay_1'"
    )
    await sql(
      "update crypto_payment set next_check_at = null where id = 'cpay_2'"
    )
    await sql(
      "update crypto_payment set deleted_at = now() where id = 'cpay_3'"
    )
    expect(await ledger.dueQueue.dequeue(10, 60)).toEqual([])
  })
})
