import { refundSuite } from "../support/shop/refund-fixture"
import type { AdminCryptoSummaryResponse } from "../../src/api/types"

/** What the ledger says of payments that were made at the sandbox. */
export const booksFiguresSuite = refundSuite("the books", (shop) => {
  const { admin, books, control, db, openPayment } = shop

  afterEach(() => control.clearFaults())

  /** The job, which has searched the gateway's list before. */
  const runJob = async () => {
    await db()("crypto_payment")
      .whereNotNull("next_check_at")
      .update({ next_check_at: db().raw("now()") })
    return await shop.reconcile()
  }

  const totals = async (query = "") => {
    const path = `/admin/crypto-payments/summary?${query}`
    return (await admin.get<AdminCryptoSummaryResponse>(path)).summary.totals
  }

  // 5 EUR are 5.4 USDT at the sandbox.
  const rated = { crypto_rate: "0.925925925925925926", received_value: "5.00" }

  it("get the rate and the network of a payment that was paid at once when the job verifies it, later where the gateway is down", async () => {
    const { currencies } = books.ledger
    // A list that was read once is remembered while the gateway is down.
    await currencies.list("default")
    const unread = jest.spyOn(currencies, "recall").mockReturnValue(undefined)
    const { gatewayId, id } = await openPayment()
    await control.payAndDeliver(gatewayId)
    const attempt = () => books.ledger.attempts.retrieve(id)
    const unrated = {
      state: "settled",
      crypto_rate: null,
      crypto_network: null,
    }
    expect(await attempt()).toMatchObject(unrated)

    await control.addFaults({ requests: [{ kind: "error", count: 5 }] })
    await runJob()
    const down = await attempt()
    expect(down).toMatchObject({ state: "settled", crypto_rate: null })
    const minutes = (Number(down.next_check_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(50)
    await control.clearFaults()
    unread.mockRestore()
    await runJob()

    // By the ledger: the admin's view reads the gateway too.
    const verified = { ...rated, crypto_network: "Tron" }
    expect(await attempt()).toMatchObject(verified)
    expect(await shop.actions.show(id)).toMatchObject(verified)
    const { data } = await shop.resolve("query").graph({
      entity: "order",
      fields: ["crypto_payments.crypto_rate"],
      filters: { id: String(down.order_id) },
    })
    const { crypto_rate } = rated
    expect(data).toMatchObject([{ crypto_payments: [{ crypto_rate }] }])
    expect(await books.orderIds(down.cart_id ?? "")).toHaveLength(1)
    const { checked, calls } = await runJob()
    expect({ checked, calls }).toEqual({ checked: 0, calls: 0 })
  })

  it("sum up what was paid and sent back of the payments that a filter leaves", async () => {
    const { id } = await shop.pay()
    await openPayment("shirt")
    const sums = { count: 1, amount: "5.00", refunded_amount: "0.00" }
    const coin = {
      crypto_currency: "USDT_TRC20",
      crypto_network: "Tron",
      crypto_symbol: "USDT",
      received_crypto_amount: "5.4",
    }
    const total = {
      currency_code: "eur",
      is_test: false,
      ...sums,
      coins: [{ ...coin, ...sums }],
    }
    expect(await totals()).toEqual([total])
    const { order } = await shop.actions.show(id)
    expect(await totals(`q=%23${order?.display_id}`)).toEqual([total])
    expect(await totals("state=open")).toEqual([])
    await expect(totals("limit=1")).rejects.toMatchObject({ status: 400 })

    await shop.actions.refund(id, "2.00", "0xback")
    const refunded = { ...sums, refunded_amount: "2.00" }
    expect(await totals("refund_status=partially_refunded")).toEqual([
      { ...total, ...refunded, coins: [{ ...coin, ...refunded }] },
    ])
  })
})
