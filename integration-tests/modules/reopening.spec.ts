import { openAtGateway } from "../../src/modules/crypto-payment/opening/open-attempt"
import { describeOpening, terms } from "./opening-suite"
import { seedAttempt } from "./seed-attempt"

describeOpening("opening an attempt again", (suite) => {
  const { ledger, sql, gateway, open, paymentsOf, markPaid } = suite

  it("checks whether an older page is still open", async () => {
    const first = await open({ cart_id: "cart_k" })
    await sql("update crypto_payment set opened_at = now() - interval '1 h'")
    gateway().markOnly(first.gateway_payment_id ?? "", "expired")
    const second = await open({ cart_id: "cart_k", session_id: "payses_2" })
    expect(second.external_id).toBe("cart_k-2")
    expect(await ledger.attempts.find(first.id)).toMatchObject({
      state: "closed",
      gateway_status: "expired",
    })
  })

  it("serves an older page when the gateway cannot be asked", async () => {
    const first = await open({ cart_id: "cart_l" })
    await sql("update crypto_payment set opened_at = now() - interval '1 h'")
    gateway().failNext(1, "server_error", /GET/)
    expect((await open({ cart_id: "cart_l" })).id).toBe(first.id)
  })

  it("sees that an older page was paid, and asks for no second payment", async () => {
    const first = await open({ cart_id: "cart_m" })
    await sql("update crypto_payment set opened_at = now() - interval '1 h'")
    gateway().markOnly(first.gateway_payment_id ?? "", "confirmed")
    const again = await open({ cart_id: "cart_m", session_id: "payses_2" })
    expect(again).toMatchObject({
      id: first.id,
      state: "paid",
      payment_session_id: "payses_2",
    })
    expect(paymentsOf("cart_m")).toHaveLength(1)
  })

  it("does not serve an attempt that was closed while the gateway opened it", async () => {
    const creating = await seedAttempt(ledger, "creating", {
      merchant_id: gateway().merchantId,
      external_id: "cart_closed",
      cart_id: "cart_closed",
      amount: "19.90",
    })
    await ledger.attempts.transition(
      creating.id,
      "closed",
      {},
      { type: "closed", source: "test" }
    )
    expect(
      await openAtGateway(ledger, creating, {
        ...terms,
        cart_id: "cart_closed",
      })
    ).toBeUndefined()
    expect(await ledger.attempts.find(creating.id)).toMatchObject({
      state: "closed",
      payment_session_id: null,
    })
  })

  it("is refused while another session holds the money", async () => {
    const first = await open({ cart_id: "cart_n" })
    await markPaid(first)
    await expect(
      open({ cart_id: "cart_n", session_id: "payses_2" }, ["payses_1"])
    ).rejects.toThrow(/already received\. Please do not pay again/)
  })

  it("gives the money a new session when its own is gone", async () => {
    const first = await open({ cart_id: "cart_o" })
    await markPaid(first)
    const again = await open({ cart_id: "cart_o", session_id: "payses_2" })
    expect(again).toMatchObject({
      id: first.id,
      payment_session_id: "payses_2",
    })
  })

  it("is refused once the cart is settled", async () => {
    await seedAttempt(ledger, "settled", {
      merchant_id: gateway().merchantId,
      external_id: "cart_p",
      cart_id: "cart_p",
      amount: "19.90",
    })
    await expect(open({ cart_id: "cart_p" })).rejects.toThrow(
      /Nothing is left to pay/
    )
    expect(gateway().requests()).toEqual([])
  })

  it("serves late money before a newer page", async () => {
    const first = await open({ cart_id: "cart_q" })
    await ledger.attempts.transition(
      first.id,
      "closed",
      {},
      { type: "closed", source: "test" }
    )
    const newer = await open({ cart_id: "cart_q", session_id: "payses_2" })
    expect(newer.external_id).toBe("cart_q-2")
    await markPaid(first)
    const again = await open({ cart_id: "cart_q", session_id: "payses_3" })
    expect(again.id).toBe(first.id)
  })
})
