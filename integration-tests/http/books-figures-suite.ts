import { refundSuite } from "../support/shop/refund-fixture"
import type {
  AdminCryptoPayment,
  AdminCryptoSummaryResponse,
} from "../../src/api/types"

type Settled = Pick<
  AdminCryptoPayment,
  "id" | "order_id" | "crypto_rate" | "received_value"
>

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

  const show = async (id: string) => {
    const path = `/admin/crypto-payments/${id}?fields=id,order_id,crypto_rate,received_value`
    const shown = await admin.get<{ crypto_payment: Settled }>(path)
    return shown.crypto_payment
  }

  it("have the rate of a payment whose coin was read before it was paid", async () => {
    const { gatewayId, id } = await openPayment()
    await control.chooseCoin(gatewayId)
    await runJob()
    await control.payAndDeliver(gatewayId)
    // 5 EUR are 5.4 USDT at the sandbox.
    const rated = {
      crypto_rate: "0.925925925925925926",
      received_value: "5.00",
    }
    expect(await show(id)).toMatchObject(rated)
    const { data } = await shop.resolve("query").graph({
      entity: "order",
      fields: [
        "id",
        "crypto_payments.crypto_rate",
        "crypto_payments.received_value",
      ],
      filters: { id: String((await show(id)).order_id) },
    })
    expect(data).toMatchObject([{ crypto_payments: [rated] }])
  })

  it("get the rate of a payment that was paid at once when the job verifies it", async () => {
    const { gatewayId, id } = await openPayment()
    await control.payAndDeliver(gatewayId)
    const unrated = await books.ledger.attempts.retrieve(id)
    expect(unrated).toMatchObject({ state: "settled", crypto_rate: null })
    await runJob()
    expect(await show(id)).toMatchObject({
      crypto_rate: "0.925925925925925926",
      received_value: "5.00",
    })
    const { checked, calls } = await runJob()
    expect({ checked, calls }).toEqual({ checked: 0, calls: 0 })
  })

  it("have the network of the coin, whether its list was read before or not", async () => {
    const { currencies } = books.ledger
    const stored = async (id: string) =>
      (await books.ledger.attempts.retrieve(id)).crypto_network
    const unread = jest.spyOn(currencies, "recall").mockReturnValue(undefined)
    const { gatewayId, id } = await openPayment()
    await control.payAndDeliver(gatewayId)
    expect(await stored(id)).toBeNull()
    unread.mockRestore()
    await runJob()
    expect(await stored(id)).toBe("Tron")
    const listing = jest.spyOn(currencies, "list")
    const other = await openPayment("shirt")
    await control.payAndDeliver(other.gatewayId)
    expect(listing).not.toHaveBeenCalled()
    listing.mockRestore()
    expect(await stored(other.id)).toBe("Tron")
    await db()("crypto_payment")
      .where({ id })
      .update({ crypto_network: "TRON" })
    const path = `/admin/crypto-payments/${id}`
    expect(await admin.get(path)).toMatchObject({
      crypto_payment: { crypto_network: "TRON" },
    })
  })

  it("try again later where the gateway is down when the quote is read", async () => {
    const { gatewayId, id } = await openPayment()
    await control.payAndDeliver(gatewayId)
    await control.addFaults({
      requests: [{ kind: "error", count: 5 }],
    })
    await runJob()
    const [attempt] = await db()("crypto_payment").where({ id })
    expect(attempt).toMatchObject({ state: "settled", crypto_rate: null })
    const minutes = (attempt.next_check_at - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(50)
    await control.clearFaults()
    await runJob()
    expect(await show(id)).toMatchObject({ received_value: "5.00" })
    const orders = await books.orderIds(
      (await books.ledger.attempts.retrieve(id)).cart_id ?? ""
    )
    expect(orders).toHaveLength(1)
  })

  it("sum up what was paid and sent back of the payments that a filter leaves", async () => {
    const { id } = await shop.pay()
    await openPayment("shirt")
    const sums = { count: 1, amount: "5.00", refunded_amount: "0.00" }
    const coin = {
      crypto_currency: "USDT_TRC20",
      received_crypto_amount: "5.4",
    }
    const total = {
      currency_code: "eur",
      is_test: false,
      ...sums,
      coins: [{ ...coin, ...sums }],
    }
    expect(await totals()).toEqual([total])
    const { order } = (
      await admin.get<{ crypto_payment: AdminCryptoPayment }>(
        `/admin/crypto-payments/${id}`
      )
    ).crypto_payment
    expect(await totals(`q=%23${order?.display_id}`)).toEqual([total])
    expect(await totals("state=settled&state=resolved")).toEqual([total])
    expect(await totals("state=open")).toEqual([])
    expect(await totals("q=nobody@example.test")).toEqual([])

    await shop.actions.refund(id, "2.00", "0xback")
    const refunded = { ...sums, refunded_amount: "2.00" }
    expect(await totals("refund_status=partially_refunded")).toEqual([
      { ...total, ...refunded, coins: [{ ...coin, ...refunded }] },
    ])
  })

  it.each(["surprise=1", "state=lost", "limit=1"])(
    "refuse to be summed up with %s",
    async (query) => {
      await expect(totals(query)).rejects.toMatchObject({ status: 400 })
    }
  )
})
