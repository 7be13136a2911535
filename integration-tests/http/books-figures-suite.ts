import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { parse } from "csv-parse/sync"
import type { OpenPayment } from "../support/shop/open-payment"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"
import { newHash } from "../support/shop/refund-requests"
import type { AdminCryptoSummaryResponse } from "../../src/api/types"

/** What the ledger says of payments that were made at the sandbox. */
export const booksFiguresSuite = refundSuite("the books", (shop) => {
  const { actions, admin, books, control, customer, db } = shop
  const { openPayment, refundRequests, resolve } = shop

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
    const sums = {
      count: 1,
      on_orders_amount: "5.00",
      on_no_order_amount: "0.00",
      refunded_amount: "0.00",
      returned_amount: "0.00",
      to_send_amount: "0.00",
    }
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
      differing: [],
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

  /** Of all our payments, in cents. */
  const medusaSums = async () => {
    const { data } = await resolve("query").graph({
      entity: "payment",
      fields: ["provider_id", "captures.amount", "refunds.amount"],
    })
    const payments = data.filter(({ provider_id }) =>
      provider_id.startsWith("pp_crypto")
    )
    type Movement = { amount: unknown } | null
    const cents = (rows: Movement[]) =>
      rows.reduce((all, row) => all + Math.round(Number(row?.amount) * 100), 0)
    return {
      captured: cents(payments.flatMap(({ captures }) => captures ?? [])),
      refunded: cents(payments.flatMap(({ refunds }) => refunds ?? [])),
    }
  }

  const inCents = (amounts: (string | undefined)[]) =>
    amounts.reduce((all, each) => all + Math.round(Number(each) * 100), 0)

  const attentionOf = async (opened: OpenPayment) =>
    (await shop.until(opened, "attention")).attention_reason

  /** A payment of each kind, of which something is sent back. */
  const sendBackOfEach = async () => {
    const settled = await shop.pay()
    await actions.refund(settled.id, "2.00", newHash())

    const duplicate = await openPayment()
    await shop.orderOtherwise(duplicate.cart.id)
    await control.payAndDeliver(duplicate.gatewayId)
    expect(await attentionOf(duplicate)).toBe("duplicate_payment")
    await actions.refund(duplicate.id, "5.00", newHash())

    const mismatch = await shop.payTooLittle()
    expect(await attentionOf(mismatch)).toBe("amount_mismatch")
    const { refund_request, token } = await refundRequests.request(
      mismatch.id,
      { amount: "1.00" }
    )
    expect(refund_request.kind).toBe("return")
    await customer.confirm(token, tronAddress())
    await refundRequests.send(refund_request.id, newHash())

    const unmatched = await openPayment()
    await resolve(Modules.CART).deleteCarts([unmatched.cart.id])
    await control.payAndDeliver(unmatched.gatewayId)
    expect(await attentionOf(unmatched)).toBe("unmatched")
    const hash = newHash()
    await actions.resolve(unmatched.id, {
      kind: "refunded",
      transaction_hash: hash,
    })

    const canceled = await shop.pay()
    await cancelOrderWorkflow(shop.container()).run({
      input: { order_id: canceled.orderId },
    })
    expect(await attentionOf(canceled)).toBe("late_payment")
    await actions.refund(canceled.id, "4.00", newHash())

    const unplaced = await shop.payWithoutStock()
    await actions.refund(unplaced.id, "3.00", newHash())
    return { settled, duplicate, mismatch, unmatched, canceled, unplaced }
  }

  it("say what Medusa says of captures and refunds, for each reason of attention", async () => {
    const made = await sendBackOfEach()
    const kinds = Object.entries(made).map(async ([name, { id }]) => {
      const { refunds } = await actions.show(id)
      return [name, refunds.map(({ kind, booked_at }) => [kind, !!booked_at])]
    })
    expect(Object.fromEntries(await Promise.all(kinds))).toEqual({
      settled: [["refund", true]],
      duplicate: [["return", false]],
      mismatch: [["return", false]],
      unmatched: [["return", false]],
      canceled: [["refund", true]],
      unplaced: [["refund", true]],
    })

    const medusa = await medusaSums()
    const [total, ...others] = await totals()
    expect(others).toEqual([])
    expect(total.differing).toEqual([
      {
        id: made.unplaced.id,
        on_orders_amount: "0.00",
        captured_amount: "13.00",
      },
    ])
    expect(inCents([total.on_orders_amount, "13.00"])).toBe(medusa.captured)
    expect(total).toMatchObject({
      on_orders_amount: "10.00",
      on_no_order_amount: "28.00",
      refunded_amount: "9.00",
      returned_amount: "11.00",
    })
    expect(inCents([total.refunded_amount])).toBe(medusa.refunded)

    const answer = await fetch(
      `${shop.baseUrl()}/admin/crypto-payments/export`,
      {
        method: "POST",
        headers: {
          authorization: `Bearer ${shop.adminToken()}`,
          "content-type": "application/json",
        },
        body: "{}",
      }
    )
    const rows = parse<Record<string, string>>(await answer.text(), {
      bom: true,
      columns: true,
    })
    const sumOf = (kind: string, column: string) =>
      inCents(rows.filter((row) => row.kind === kind).map((row) => row[column]))
    expect(sumOf("payment", "captured_amount")).toBe(medusa.captured)
    expect(sumOf("refund", "refunded_amount")).toBe(medusa.refunded)
    expect(sumOf("return", "refunded_amount")).toBe(1_100)
  })
})
