import { describeLedger } from "./describe-ledger"
import { observation } from "./observation"
import { seedAttempt } from "./seed-attempt"

/**
 * Two merchants may use the same ids: their gateways count on their own. What
 * one gateway says must never reach an attempt of the other.
 */
describeLedger("attempts of two merchants", ({ ledger, sql }) => {
  const ids = {
    gateway_payment_id: "gateway-payment-1",
    external_id: "cart_1",
  }
  const other = { ...ids, merchant_id: "merchant-2" }

  it("are found by the gateway's id only for their own merchant", async () => {
    await seedAttempt(ledger, "open", other)
    expect(
      await ledger.observations.findAttempt(observation("confirmed"))
    ).toBeUndefined()
    expect(
      await ledger.observations.recordKnown(observation("confirmed"))
    ).toBeUndefined()
    const own = await seedAttempt(ledger, "open", ids)
    expect(
      (await ledger.observations.findAttempt(observation("confirmed")))?.id
    ).toBe(own.id)
    expect(
      (await ledger.observations.recordKnown(observation("confirmed")))?.id
    ).toBe(own.id)
  })

  it("are found by external_id only for their own merchant", async () => {
    await seedAttempt(ledger, "creating", { merchant_id: "merchant-2" })
    expect(
      await ledger.observations.findAttempt(observation("confirmed"))
    ).toBeUndefined()
    const own = await seedAttempt(ledger, "creating")
    expect(
      (await ledger.observations.findAttempt(observation("confirmed")))?.id
    ).toBe(own.id)
  })

  it("are listed as revisions of a cart only for their own merchant", async () => {
    await seedAttempt(ledger, "open", other)
    const subject = { cart_id: "cart_1" }
    expect(await ledger.attempts.findRevisions("merchant-1", subject)).toEqual({
      highest: 0,
      usable: [],
    })
    const own = await seedAttempt(ledger, "open", ids)
    expect(await ledger.attempts.findRevisions("merchant-1", subject)).toEqual({
      highest: 1,
      usable: [own],
    })
  })

  const makeDue = () =>
    sql("update crypto_payment set next_check_at = now() - interval '1 second'")

  const isDue = async (id: string) => {
    const [row] = await sql<{ due: boolean }>(
      "select next_check_at <= now() as due from crypto_payment where id = $1",
      [id]
    )
    return row.due
  }

  it("are postponed only for the merchant whose gateway does not answer", async () => {
    const own = await seedAttempt(ledger, "open", ids)
    const foreign = await seedAttempt(ledger, "open", other)
    await makeDue()
    await ledger.dueQueue.postponeMerchant("merchant-1", 60)
    expect(await isDue(own.id)).toBe(false)
    expect(await isDue(foreign.id)).toBe(true)
  })

  it("may both pay for their carts of the same id at the same gateway payment id", async () => {
    const own = await seedAttempt(ledger, "open", ids)
    const foreign = await seedAttempt(ledger, "open", other)
    await ledger.observations.record(own.id, observation("confirmed"))
    expect(await ledger.attempts.find(foreign.id)).toEqual(foreign)
  })
})
