import { refundSuite } from "../support/shop/refund-fixture"
import { HttpError } from "../support/store"
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

  const today = new Date().toISOString().slice(0, 10)

  const summary = async (query = "") => {
    const path = `/admin/crypto-payments/summary?from=${today}&to=${today}${query}`
    return (await admin.get<AdminCryptoSummaryResponse>(path)).summary
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
    const [{ coins }] = (await summary()).groups
    expect(coins.filter(({ paid }) => paid > 0)).toMatchObject([
      { crypto_currency: "USDT_TRC20", crypto_network: "TRON", paid: 1 },
      { crypto_currency: "USDT_TRC20", crypto_network: "Tron", paid: 1 },
    ])
    await db()("crypto_payment").where({ id }).update({ crypto_network: null })
    const [{ coins: merged }] = (await summary()).groups
    expect(merged.filter(({ paid }) => paid > 0)).toMatchObject([
      { crypto_currency: "USDT_TRC20", crypto_network: "Tron", paid: 2 },
    ])
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

  it("sum up what was paid, sent back and needs attention, as it is now", async () => {
    const settled = await shop.pay()
    await openPayment("shirt")
    const { groups, ...period } = await summary("&interval=month&time_zone=UTC")
    expect(period).toEqual({
      from: today,
      to: today,
      time_zone: "UTC",
      interval: "month",
      starts_at: `${today}T00:00:00.000Z`,
      ends_at: new Date(Date.parse(today) + 86_400_000).toISOString(),
    })
    const paid = {
      paid: 1,
      paid_amount: "5.00",
      received: 1,
      received_value: "5.00",
      orders: 1,
      settled: 1,
      settled_amount: "5.00",
      attention: 0,
      attention_amount: "0.00",
      refunds: 0,
      refund_amount: "0.00",
    }
    expect(groups).toMatchObject([
      {
        currency_code: "eur",
        is_test: false,
        totals: { opened: 2, opened_paid: 1, ...paid },
        intervals: [{ from: today, to: today, opened: 2, ...paid }],
        coins: [
          { crypto_currency: "USDT_TRC20", ...paid },
          { crypto_currency: null, opened: 1, paid: 0 },
        ].sort((one, other) =>
          (one.crypto_currency ?? "").localeCompare(other.crypto_currency ?? "")
        ),
        merchants: [{ merchant_key: "default", ...paid }],
      },
    ])
    await db()("crypto_payment")
      .where({ id: settled.id })
      .update({ opened_at: db().raw("paid_at - interval '100 seconds'") })
    const [timed] = (await summary()).groups
    // The middle of 90 and 120 seconds, between which its one payment is counted.
    expect(timed.totals.median_payment_seconds).toBe(105)
    expect(timed.intervals[0].median_payment_seconds).toBe(105)
    await shop.actions.refund(settled.id, "2.00", "0xback")
    const [{ totals }] = (await summary()).groups
    expect(totals).toMatchObject({
      ...paid,
      refunds: 1,
      refund_amount: "2.00",
      booked_refunds: 1,
      booked_refund_amount: "2.00",
    })
    expect((await summary("&is_test=true")).groups).toEqual([])
    expect((await summary("&provider_id=pp_other")).groups).toEqual([])
    expect((await summary("&currency_code=EUR")).groups).toHaveLength(1)
  })

  it("say what is wrong with a request for a report", async () => {
    const refused = async (query: string) =>
      await admin
        .get(`/admin/crypto-payments/summary?${query}`)
        .catch((error: HttpError) => [error.status, error.body])
    const bad = (message: string) => [
      400,
      expect.objectContaining({
        type: "invalid_data",
        message: expect.stringContaining(message),
      }),
    ]
    expect(await refused("")).toEqual(bad("from"))
    expect(await refused("from=2026-02-30&to=2026-03-01")).toEqual(
      bad("must be a day")
    )
    expect(await refused("from=2026-03-02&to=2026-03-01")).toEqual(
      bad("must not be before")
    )
    expect(await refused(`from=${today}&to=${today}&time_zone=Mars`)).toEqual(
      bad("time zone")
    )
    expect(
      await refused(`from=${today}&to=${today}&time_zone=%2B02:00`)
    ).toEqual(bad("time zone"))
    expect(await refused("from=2020-01-01&to=2026-01-01")).toEqual(
      bad("at most 100 intervals")
    )
    expect(await refused(`from=${today}&to=${today}&interval=hour`)).toEqual(
      bad("interval")
    )
    expect(await refused(`from=${today}&to=${today}&surprise=1`)).toEqual(
      bad("surprise")
    )
  })
})
