import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import type { AdminCryptoOrderResponse } from "../../src/api/types"
import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED } from "../support/shop/shop-fixture"

export const ordersSuite = paymentSuite("orders paid in crypto", (shop) => {
  const { gateway, shopper, books, resolve, db, runJob } = shop
  const { openPayment, expectPaidOnce, payOrder, deliverExpired } = shop
  const { deliverToCore } = shop

  /** An order of 5, edited by +10, and the collection to pay that in. */
  const edit = async () => {
    const order = await payOrder()
    await expectPaidOnce(order.cart.id, order.session.id, 5)
    const collectionId = await shop.addToOrder(order.orderId, 2)
    return { ...order, order_id: order.orderId, collectionId }
  }

  /** An edit of +10, opened and not paid yet. */
  const openEdit = async () => {
    const edited = await edit()
    const session = await shopper.openSession(edited.collectionId, HOSTED)
    return { ...edited, edit: session, editGatewayId: gatewayIdOf(session) }
  }

  it("show their crypto payments through query.graph, can be edited, and the difference paid without a cart", async () => {
    const { order_id, gatewayId, collectionId, ...opened } = await openEdit()
    const query = resolve(ContainerRegistrationKeys.QUERY)
    const { data } = await query.graph({
      entity: "order",
      fields: ["id", "crypto_payments.gateway_payment_id"],
      filters: { id: order_id },
    })
    expect(data).toMatchObject([
      { crypto_payments: [{ gateway_payment_id: gatewayId }] },
    ])

    expect(opened.edit.data).toMatchObject({ amount: "10.00" })
    expect(await gateway.confirm(opened.editGatewayId)).toBe(200)

    expect(await books.attemptOf(opened.edit.id)).toMatchObject({
      state: "settled",
      external_id: collectionId,
      order_id,
      cart_id: null,
    })
    expect(await books.booksOf(order_id)).toMatchObject({
      total: 15,
      payments: 2,
      captures: expect.arrayContaining([5, 10]),
      transactions: expect.arrayContaining([5, 10]),
      pending_difference: 0,
      refunds: 0,
    })
  })

  it("are not charged for an edit that was taken back", async () => {
    const { order_id, collectionId, edit, editGatewayId } = await openEdit()
    // Nothing is left of the order but one new item: -5 is pending in the end.
    await shop.edit(order_id, 0)
    expect(await books.booksOf(order_id)).toMatchObject({
      pending_difference: -5,
    })

    expect(await gateway.confirm(editGatewayId)).toBe(200)
    await deliverToCore(editGatewayId)

    expect(await books.attemptOf(edit.id)).toMatchObject(
      attention("amount_mismatch", {
        attention_detail: expect.stringMatching(
          /^The customer paid €10\.00; due for order #\d+ is -€5\.00\.$/
        ),
        attention_fact: {
          type: "order_price_differs",
          order_number: expect.any(Number),
          paid: { amount: "10.00", currency_code: "eur" },
          due: { amount: "-5.00", currency_code: "eur" },
        },
        order_id,
      })
    )
    expect(await books.booksOf(order_id)).toMatchObject({
      captures: [5],
      transactions: [5],
      pending_difference: -5,
    })
    const before = gateway.payments().length
    const payments = resolve(Modules.PAYMENT)
    await payments.deletePaymentSession(edit.id).catch(() => undefined)
    // Opened again, it shows the payment that was received, and no other.
    expect(await shopper.openSession(collectionId, HOSTED)).toMatchObject({
      id: edit.id,
      data: { checkout_url: null, wallet_address: null },
    })
    expect(gateway.payments()).toHaveLength(before)
  })

  it("open no payment for an edit to which nothing is due any more", async () => {
    const { order_id, collectionId } = await edit()
    await shop.edit(order_id, 0)
    const before = gateway.payments().length
    await expect(
      shopper.openSession(collectionId, HOSTED)
    ).rejects.toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("has changed") },
    })
    expect(gateway.payments()).toHaveLength(before)
  })

  /** Core writes the summary without a lock: of two bookings at once, it loses one. */
  const loseInSummary = async (
    order_id: string,
    lost: { amount: number; created_at: Date }
  ) => {
    const row = () => db()("order_summary").where({ order_id })
    const { amount, created_at } = lost
    const before = await row().select("id", "totals")
    const [booked] = await resolve(Modules.ORDER).addOrderTransactions([
      { order_id, amount, currency_code: "eur", reference: "capture" },
    ])
    await db()("order_transaction")
      .where({ id: booked.id })
      .update({ created_at })
    for (const { id, totals } of before) {
      await db()("order_summary")
        .where({ id })
        .update({ totals: JSON.stringify(totals) })
    }
  }

  const orderOf = async (id: string) => {
    const route = `/admin/crypto-payments/orders/${id}`
    const { crypto_order } =
      await shop.admin.get<AdminCryptoOrderResponse>(route)
    return crypto_order
  }

  const misstatedIn = async ({ id }: { id: string }) => {
    const { events } = await shop.actions.show(id)
    return events.flatMap(({ type, data }) =>
      type === "order_misstated" ? [data] : []
    )
  }

  it("owe what their transactions leave, whatever core's summary says", async () => {
    const { order_id, collectionId, cart, session } = await openEdit()
    await loseInSummary(order_id, { amount: 4, created_at: new Date() })
    expect(await books.booksOf(order_id)).toMatchObject({
      transactions: [5, 4],
      pending_difference: 10,
    })

    expect(await orderOf(order_id)).toMatchObject({
      due: { amount: "6.00", currency_code: "eur" },
      payment_link: { payment_collection_id: collectionId },
    })
    expect(
      await shopper.get(`/store/crypto-payments/collections/${collectionId}`)
    ).toMatchObject({ crypto_collection: { amount: "6.00" } })

    await shop.verifyAgain()
    await shop.verifyAgain()
    const attempt = await books.attemptOf(session.id)
    expect(attempt).toMatchObject({ state: "settled", cart_id: cart.id })
    expect(await misstatedIn(attempt)).toEqual([
      { order_id, amount: "6.00", currency_code: "eur", stated: "10.00" },
    ])
  })

  it("that took too much are found, where core's summary shows nothing to return", async () => {
    const { order_id, edit, editGatewayId, session } = await openEdit()
    await gateway.confirm(editGatewayId)
    expect(await books.attemptOf(edit.id)).toMatchObject({ state: "settled" })
    const payment_id = String((await books.attemptOf(edit.id)).payment_id)
    const { captured_at } = await resolve(Modules.PAYMENT).retrievePayment(
      payment_id
    )
    const created_at = new Date(Number(captured_at) - 1)
    await loseInSummary(order_id, { amount: 10, created_at })
    // The database, too, wrote the capture's transaction after that one.
    await db()("order_transaction")
      .whereIn(
        "reference_id",
        db()("capture").where({ payment_id }).select("id")
      )
      .update({ updated_at: new Date() })
    expect(await books.booksOf(order_id)).toMatchObject({
      transactions: expect.arrayContaining([5, 10, 10]),
      pending_difference: 0,
    })
    const excess = { amount: "10.00", currency_code: "eur" }
    expect(await orderOf(order_id)).toMatchObject({
      due: null,
      to_return: excess,
    })

    await shop.verifyAgain()

    const attempt = await books.attemptOf(edit.id)
    expect(attempt).toMatchObject(
      attention("amount_mismatch", {
        order_id,
        attention_fact: expect.objectContaining({
          type: "order_overpaid",
          excess,
        }),
      })
    )
    expect(await misstatedIn(attempt)).toMatchObject([
      { amount: "-10.00", stated: "0.00" },
    ])
    expect(await books.attemptOf(session.id)).toMatchObject({
      state: "settled",
      attention_detail: null,
    })

    await shop.actions.refund(attempt.id, "10", "0xaaa")
    expect(await orderOf(order_id)).toMatchObject({
      due: null,
      to_return: null,
    })
    expect(await books.booksOf(order_id)).toMatchObject({
      transactions: expect.arrayContaining([5, 10, 10, -10]),
      // Core's own, which lost a booking of 10.
      pending_difference: 10,
    })
  })

  it("take one of two payments that both came for one cart, and report the other", async () => {
    const { cart, session, gatewayId } = await openPayment()
    await deliverExpired(gatewayId)
    const next = await shopper.startPayment(cart.id, HOSTED)
    const nextId = gatewayIdOf(next)
    gateway.markOnly(gatewayId, "confirmed")
    gateway.markOnly(nextId, "confirmed")

    const answers = await Promise.all([
      gateway.deliver(gatewayId),
      gateway.deliver(nextId),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await runJob()
    const states = [
      await books.attemptOf(session.id),
      await books.attemptOf(next.id),
    ].map(({ state, attention_reason }) => [state, attention_reason])
    expect(states).toContainEqual(["settled", null])
    expect(states).toContainEqual(["attention", "duplicate_payment"])
    expect(await books.orderBooks(cart.id)).toMatchObject({
      payments: 1,
      captures: [5],
      transactions: [5],
      pending_difference: 0,
    })

    // The other one is not for what an edit asks for.
    const [orderId] = await books.orderIds(cart.id)
    const collectionId = await shop.addToOrder(orderId, 2)
    expect(await orderOf(orderId)).toMatchObject({
      due: { amount: "10.00" },
      received: null,
      payment_link: { payment_collection_id: collectionId },
    })
  })
})
