import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"

describeLedger("the refunds of a lost ledger", ({ ledger, sql }) => {
  const lost = {
    id: "cpayref_lost",
    amount: "2.00",
    currency_code: "eur",
    transaction_hash: "0xaaa",
    note: null,
    created_by: "user_1",
    refund_id: "ref_1",
  }

  const statusOf = async (id: string) =>
    (await ledger.attempts.retrieve(id)).refund_status

  it("are known again, once", async () => {
    const attempt = await seedAttempt(ledger, "settled")
    await ledger.refunds.restore(attempt, [lost])
    await ledger.refunds.restore(attempt, [lost])
    expect(
      await ledger.listCryptoPaymentRefunds({ crypto_payment_id: attempt.id })
    ).toMatchObject([{ id: lost.id, refund_id: "ref_1", amount: "2.00" }])
    expect(await statusOf(attempt.id)).toBe("partially_refunded")
  })

  it("mark nothing as sent back where another payment has the transaction by now", async () => {
    const attempt = await seedAttempt(ledger, "settled")
    const other = await seedAttempt(ledger, "settled", {
      external_id: "cart_2",
    })
    await sql("update crypto_payment set crypto_currency = 'ETH'")
    const [one, two] = await Promise.all(
      [attempt, other].map(({ id }) => ledger.attempts.retrieve(id))
    )
    await ledger.refunds.restore(two, [{ ...lost, refund_id: "ref_2" }])

    await ledger.refunds.restore(one, [{ ...lost, id: "cpayref_other" }])

    expect(await statusOf(one.id)).toBeNull()
    expect(await statusOf(two.id)).toBe("partially_refunded")
  })
})
