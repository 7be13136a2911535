import { describeLedger } from "./describe-ledger"
import { observation } from "./observation"
import { seedAttempt } from "./seed-attempt"

const gateway_payment_id = "gateway-payment-1"
const entry = { type: "settled", source: "decision" } as const

describeLedger("the notice about an attempt", ({ ledger, sql }) => {
  const noticed = async (
    state: "open" | "paid" | "attention"
  ): Promise<string> => {
    const { id } = await seedAttempt(ledger, state, { gateway_payment_id })
    if (state === "open") {
      await sql("update crypto_payment set attention_reason = 'unknown_status'")
    }
    await sql(
      "update crypto_payment set updated_at = now() - interval '1 hour'"
    )
    await ledger.notices.syncPayments()
    expect(await openNotices()).toHaveLength(1)
    return id
  }

  const openNotices = async () =>
    await sql("select kind from crypto_notice where cleared_at is null")

  it("is cleared by the transition of a payment that waited for its order", async () => {
    const id = await noticed("paid")
    const event = {
      name: "crypto_payment.settled",
      data: { id, order_id: null, reason: null },
    } as const
    await ledger.attempts.transition(id, "settled", {}, entry, event)
    expect(await openNotices()).toEqual([])
  })

  it("is cleared by a transition without an event", async () => {
    const id = await noticed("attention")
    const settled = await ledger.attempts.transition(id, "settled", {}, entry)
    expect(settled?.attempt).toMatchObject({
      state: "settled",
      notice_id: null,
    })
    expect(await openNotices()).toEqual([])
  })

  it("is opened by a transition without an event", async () => {
    const { id } = await seedAttempt(ledger, "paid", { gateway_payment_id })
    await ledger.attempts.transition(
      id,
      "attention",
      { attention_reason: "order_not_placed" },
      { type: "attention", source: "decision" }
    )
    expect(await openNotices()).toEqual([{ kind: "attention" }])
  })

  it("is cleared by the first report of confirmed money", async () => {
    const id = await noticed("open")
    const confirmed = observation("confirmed", { gateway_payment_id })
    await ledger.observations.record(id, confirmed)
    expect(await openNotices()).toEqual([])
  })
})
