import { setTimeout as sleep } from "node:timers/promises"
import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"
import { applyOutcome } from "../../src/workflows/settle/execute"

describeLedger("the lease of an attempt", ({ ledger, sql }) => {
  it("is held by one when twenty ask at the same moment", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    const owners = Array.from({ length: 20 }, (_, index) => `owner-${index}`)
    const taken = await Promise.all(
      owners.map((owner) => ledger.leases.acquire(id, owner, 60))
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect((await ledger.attempts.find(id))?.lease_owner).toBe(
      owners[taken.findIndex(Boolean)]
    )
  })

  it("is not for a second owner until it is given back", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    expect(await ledger.leases.acquire(id, "first", 60)).toBeDefined()
    expect(await ledger.leases.acquire(id, "second", 60)).toBeUndefined()
    await ledger.leases.release(id, "first")
    expect(await ledger.leases.acquire(id, "second", 60)).toBeDefined()
  })

  it("can be renewed by who holds it", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await ledger.leases.acquire(id, "first", 60)
    const before = (await ledger.attempts.find(id))?.lease_until
    expect(await ledger.leases.acquire(id, "first", 600)).toBeDefined()
    const after = (await ledger.attempts.find(id))?.lease_until
    expect(after?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity)
  })

  it("can be taken over once it ran out, by one", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await ledger.leases.acquire(id, "crashed", 0)
    await sleep(5)
    const taken = await Promise.all(
      ["a", "b", "c"].map((owner) => ledger.leases.acquire(id, owner, 60))
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it("is not given back by a stranger, nor by who lost it", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await ledger.leases.acquire(id, "crashed", 0)
    await sleep(5)
    await ledger.leases.acquire(id, "second", 60)
    await ledger.leases.release(id, "crashed")
    await ledger.leases.release(id, "stranger")
    expect(await ledger.leases.acquire(id, "third", 60)).toBeUndefined()
    expect((await ledger.attempts.find(id))?.lease_owner).toBe("second")
  })

  it("is of one attempt alone", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    const other = await seedAttempt(ledger, "paid", { external_id: "cart_2" })
    await ledger.leases.acquire(id, "first", 60)
    expect(await ledger.leases.acquire(other.id, "second", 60)).toBeDefined()
  })

  it("goes by the database's clock", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await ledger.leases.acquire(id, "first", 60)
    const [{ seconds }] = await sql<{ seconds: number }>(
      "select extract(epoch from lease_until - now())::float as seconds from crypto_payment where id = $1",
      [id]
    )
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  it("ends with the step that its owner writes, and refuses that of another", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await ledger.leases.acquire(id, "first", 0)
    await ledger.leases.acquire(id, "second", 60)
    const fact = { type: "order_gone" } as const
    const outcome = {
      type: "attention",
      reason: "unmatched",
      fact,
      order_id: null,
    } as const

    const late = await applyOutcome(ledger, id, outcome, "first")
    expect(late).toMatchObject({
      attempt: { state: "paid", lease_owner: "second" },
      event: null,
    })
    expect((await ledger.attempts.retrieve(id)).next_check_at).not.toBeNull()

    const applied = await applyOutcome(ledger, id, outcome, "second")
    expect(applied).toMatchObject({
      attempt: { state: "attention", lease_owner: null, lease_until: null },
      event: { name: "crypto_payment.attention_required" },
    })
    expect(await ledger.leases.acquire(id, "third", 60)).toBeDefined()
  })

  it("of an outcome that came too late has the attempt decided once more", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    await ledger.leases.acquire(id, "first", 0)
    const found = (type: "cart_gone" | "order_gone") =>
      ({
        type: "attention",
        reason: "unmatched",
        fact: { type },
        order_id: null,
      }) as const
    await ledger.leases.acquire(id, "second", 60)
    await applyOutcome(ledger, id, found("cart_gone"), "second")

    await applyOutcome(ledger, id, found("order_gone"), "first")
    expect(await ledger.attempts.retrieve(id)).toMatchObject({
      state: "attention",
      attention_fact: { type: "cart_gone" },
      next_check_at: expect.any(Date),
    })
  })

  it("of an unknown attempt is never held", async () => {
    expect(
      await ledger.leases.acquire("cpay_unknown", "first", 60)
    ).toBeUndefined()
  })
})
