import { Modules } from "@medusajs/framework/utils"
import type { AdminCryptoRefundRequestResponse } from "../../src/api/types"
import { errorOf } from "../support/store/http-client"
import { GatewayError } from "../../src/gateway"
import { newHash } from "../support/shop/refund-requests"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"

const EXPLORER = "https://tronscan.org/#"

export const refundRequestsSuite = refundSuite("a refund request", (shop) => {
  const { books, actions, refundRequests, customer, pay } = shop
  const { db } = shop
  const events = shop.collectEvents([
    "crypto_payment.refund_requested",
    "crypto_payment.refund_address_entered",
    "crypto_payment.refund_sent",
  ])
  const log = shop.watchLog()

  /** By a request: its address is entered, and its coins are sent. */
  const refundNext = async (id: string) => {
    const { refund_request, token } = await refundRequests.request(id)
    await customer.confirm(token, tronAddress())
    await refundRequests.send(refund_request.id, newHash())
  }

  it("that an admin works on says so to the others, once a person in ten minutes", async () => {
    const { id } = await pay()
    const { refund_request, token } = await refundRequests.request(id)
    const open = () =>
      shop.admin.post<AdminCryptoRefundRequestResponse>(
        `/admin/crypto-payments/refund-requests/${refund_request.id}/open`,
        {}
      )
    // Nothing is to be sent yet.
    expect((await open()).refund_request.opened).toBeNull()
    await customer.confirm(token, tronAddress())
    const { user } = await shop.admin.get<{ user: { id: string } }>(
      "/admin/users/me"
    )
    await Promise.all([open(), open(), open()])
    const [queued] = (await refundRequests.list("?state=address_entered"))
      .refund_requests
    expect(queued).toMatchObject({
      id: refund_request.id,
      state: "address_entered",
      opened: { by: user.id, at: expect.any(String) },
    })
    const { events: timeline } = await actions.show(id)
    const notes = timeline.filter(({ type }) => type === "refund_opened")
    expect(notes).toHaveLength(1)

    // It is no lock.
    await refundRequests.send(refund_request.id, newHash())
    expect((await open()).refund_request.state).toBe("sent")
    await db()("crypto_payment_event")
      .where({ type: "refund_opened" })
      .update({ at: db().raw("now() - interval '61 minutes'") })
    expect((await refundRequests.find(refund_request.id))?.opened).toBeNull()
  })

  it("is made for two weeks, with a link by which the customer reads it", async () => {
    const { id, orderId } = await pay()
    expect((await actions.show(id)).allowed_actions).toContain("request_refund")

    const made = await refundRequests.request(id, {
      amount: "2",
      note: "Damaged.",
    })

    const [requestId, secret] = made.token.split(".")
    expect(requestId).toBe(made.refund_request.id)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(made.link).toBe(`http://localhost:8000/crypto-refund#${made.token}`)
    const forCustomer = {
      order_display_id: expect.any(Number),
      kind: "refund",
      state: "waiting_for_address",
      amount: "2.00",
      currency_code: "eur",
      crypto_amount: "2.16",
      crypto_currency: "USDT_TRC20",
      crypto_name: "Tether USD",
      crypto_network: "Tron",
      address: null,
      address_tag: null,
      transaction_hash: null,
      expires_at: expect.any(String),
      address_entered_at: null,
      sent_at: null,
    }
    expect(made.refund_request).toEqual({
      ...forCustomer,
      customer: "Ada Shopper",
      opened: null,
      crypto_symbol: "USDT",
      id: expect.stringMatching(/^cpayreq_/),
      crypto_payment_id: id,
      order_id: orderId,
      address_checked: null,
      payment_uri: null,
      note: "Damaged.",
      created_at: expect.any(String),
      created_by: expect.stringMatching(/^user_/),
      revoked_at: null,
    })
    const days =
      (Date.parse(made.refund_request.expires_at) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(14, 2)

    const { order_display_id, expires_at } = made.refund_request
    expect(await customer.read(made.token)).toEqual({
      ...forCustomer,
      order_display_id,
      expires_at,
      has_address_tag: false,
      server_time: expect.any(String),
    })
  })

  it("has an address checked, and does not take it by that", async () => {
    const { id } = await pay()
    const made = await refundRequests.request(id)
    const address = tronAddress()
    expect(await customer.check(made.token, ` ${address} `)).toMatchObject({
      crypto_refund: { state: "waiting_for_address", address: null },
      checked_address: address,
      checked: true,
      address_fault: null,
    })
    expect(await customer.check(made.token, `${address}1`)).toMatchObject({
      checked_address: null,
      address_fault: { network: "Tron" },
    })
    expect(await refundRequests.find(made.refund_request.id)).toEqual(
      made.refund_request
    )
  })

  it("goes from the merchant's decision to a refund on the order", async () => {
    const { id, cart, orderId } = await pay()
    const made = await refundRequests.request(id, {
      amount: "2",
      note: "Damaged.",
    })
    const address = tronAddress()
    expect(await customer.confirm(made.token, address)).toMatchObject({
      state: "address_entered",
      address,
    })
    expect(
      (await refundRequests.list("?state=address_entered")).refund_requests
    ).toMatchObject([
      { id: made.refund_request.id, address, order_id: orderId },
    ])

    const hash = newHash()
    expect(
      await refundRequests.send(made.refund_request.id, hash)
    ).toMatchObject({
      state: "sent",
      transaction_hash: hash,
      sent_at: expect.any(String),
    })

    expect(await customer.read(made.token)).toMatchObject({
      state: "sent",
      address,
      transaction_hash: hash,
    })
    expect(await books.orderBooks(cart.id)).toMatchObject({
      refunds: 1,
      transactions: expect.arrayContaining([5, -2]),
      payment_status: "partially_refunded",
    })
    const shown = await actions.show(id)
    expect(shown).toMatchObject({
      state: "settled",
      address_url: `${EXPLORER}/address/${shown.wallet_address}`,
      refund_left: "3.00",
      surplus_left: null,
      refund_requests: [{ id: made.refund_request.id, state: "sent" }],
      refunds: [
        {
          kind: "refund",
          amount: "2.00",
          crypto_amount: "2.16",
          request_id: made.refund_request.id,
          transaction_hash: hash,
          transaction_url: `${EXPLORER}/transaction/${hash}`,
          note: "Damaged.",
          refund_id: expect.stringMatching(/^ref_/),
        },
      ],
    })
    const data = {
      id,
      refund_request_id: made.refund_request.id,
      order_id: orderId,
    }
    expect(events).toMatchObject([
      { name: "crypto_payment.refund_requested", data },
      { name: "crypto_payment.refund_address_entered", data },
      { name: "crypto_payment.refund_sent", data },
    ])
  })

  it("has its secret in no event, no timeline and no log", async () => {
    log.start()
    const { id } = await pay()
    const { refund_request, token } = await refundRequests.request(id)
    const address = tronAddress()
    await customer.read(token)
    await customer.check(token, address)
    await customer.confirm(token, address)
    await refundRequests.send(refund_request.id, newHash())
    await customer.read(token)
    await actions.show(id)

    expect(events).toHaveLength(3)
    const [, secret] = token.split(".")
    const { rows: timeline } = await db().raw<{ rows: object[] }>(
      "select * from crypto_payment_event"
    )
    const written = JSON.stringify([events, timeline, log.lines])
    expect(written).not.toContain(secret)
  })

  const toldShopper = async (cartId: string) =>
    await shop.shopper.get(`/store/crypto-payments?cart_id=${cartId}`)

  it("is not needed for a surplus, which is recorded once and no more of it than there is", async () => {
    const { id, cart } = await pay({ kind: "over" })
    expect(await toldShopper(cart.id)).toMatchObject({
      crypto_payment: { state: "settled", surplus_crypto_amount: "0.54" },
    })
    expect(await actions.show(id)).toMatchObject({
      surplus_left: "0.54",
      surplus_to_return: {
        kind: "over",
        crypto_amount: "0.54",
        percent: "10.00",
        amount: "0.50",
        currency_code: "eur",
      },
      refund_left: "5.00",
    })

    await expect(
      actions.surplus(id, newHash(), { crypto_amount: "0.540000000000000001" })
    ).rejects.toThrow("exceeds the remaining surplus of 0.54")
    const byHand = newHash()
    for (const _twice of [1, 2]) {
      expect(
        await actions.surplus(id, byHand, { crypto_amount: "0.27" })
      ).toMatchObject({ surplus_left: "0.27" })
    }
    await expect(actions.refund(id, "1", byHand)).rejects.toThrow(
      /is already recorded/
    )
    expect(await toldShopper(cart.id)).toMatchObject({
      crypto_payment: { surplus_crypto_amount: "0.27" },
    })
  })

  it("returns a surplus first, which is never booked in Medusa", async () => {
    const { id, cart } = await pay({ kind: "over" })
    await actions.surplus(id, newHash(), { crypto_amount: "0.27" })
    const { refund_request, token } = await refundRequests.request(id)
    expect(await toldShopper(cart.id)).toMatchObject({
      crypto_payment: { surplus_crypto_amount: null },
    })
    expect(refund_request).toMatchObject({
      kind: "surplus",
      amount: "0.25",
      crypto_amount: "0.27",
    })
    expect(await actions.show(id)).toMatchObject({
      surplus_left: null,
      refund_left: "5.00",
    })
    await expect(
      actions.surplus(id, newHash(), { crypto_amount: "0.1" })
    ).rejects.toThrow("is open")
    await customer.confirm(token, tronAddress())
    await refundRequests.send(refund_request.id, newHash())

    expect(await books.orderBooks(cart.id)).toMatchObject({
      refunds: 0,
      transactions: [5],
      payment_status: "captured",
      pending_difference: 0,
    })
    await shop.runJob()
    expect(await actions.show(id)).toMatchObject({
      state: "settled",
      surplus_left: null,
      refund_left: "5.00",
      refunds: [
        { kind: "surplus", crypto_amount: "0.27", refund_id: null },
        { kind: "surplus", crypto_amount: "0.27", refund_id: null },
      ],
    })
    await expect(
      refundRequests.request(id, { kind: "surplus" })
    ).rejects.toThrow("No surplus of this payment is left")
  })

  it("returns the price in full after a surplus, with the coins that were quoted for it", async () => {
    const { id, cart } = await pay({ kind: "over" })
    await refundNext(id)
    const price = await refundRequests.request(id)
    expect(price.refund_request).toMatchObject({
      kind: "refund",
      amount: "5.00",
      crypto_amount: "5.4",
    })
    await customer.confirm(price.token, tronAddress())
    await refundRequests.send(price.refund_request.id, newHash())
    expect(await books.orderBooks(cart.id)).toMatchObject({
      refunds: 1,
      payment_status: "refunded",
    })
  })

  it("is not made while the network of its coin is unknown, nor while another run works on its payment, nor for more coins than arrived without a confirmation", async () => {
    const { id } = await pay()
    const { currencies } = books.ledger
    const failed = new GatewayError("server", "The gateway does not answer.")
    const listing = jest.spyOn(currencies, "list").mockRejectedValue(failed)
    const recalling = jest
      .spyOn(currencies, "recall")
      .mockReturnValue(undefined)
    await expect(refundRequests.request(id)).rejects.toThrow(
      "The network of this payment's coin is not known"
    )
    listing.mockRestore()
    recalling.mockRestore()
    await books.ledger.leases.acquire(id, "another run", 60)
    expect(await errorOf(refundRequests.request(id))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("is being worked on") },
    })
    await books.ledger.leases.release(id, "another run")
    const more = { amount: "5", crypto_amount: "6" }
    await expect(refundRequests.request(id, more)).rejects.toThrow(
      "6 coins are more than the 5.4 that are left"
    )
    expect((await refundRequests.list()).count).toBe(0)
    const confirmed = { ...more, confirm_excess: true }
    expect(
      (await refundRequests.request(id, confirmed)).refund_request
    ).toMatchObject({ crypto_amount: "6", crypto_network: expect.any(String) })
  })

  const refused = {
    status: 400,
    body: { message: expect.stringContaining("was sent back, or is about to") },
  }

  it.each(["revoked", "expired"])(
    "lets the order of captured money be placed once it is %s, and not before",
    async (how) => {
      const { id, cart, session } = await shop.payWithoutStock()
      const { refund_request } = await refundRequests.request(id)
      await shop.setStock("shirt", 5)
      // The money is promised: neither a person, the job nor the shopper places an order for it.
      await expect(actions.retryOrder(id)).rejects.toThrow("is open")
      await shop.reconcile()
      expect(await errorOf(shop.shopper.complete(cart.id))).toMatchObject(
        refused
      )
      expect(await books.orderIds(cart.id)).toEqual([])
      if (how === "revoked") {
        await refundRequests.revoke(refund_request.id)
        expect(await shop.shopper.complete(cart.id)).toMatchObject({
          type: "order",
        })
        await shop.runJob()
      } else {
        await shop.expire(refund_request.id)
        await actions.retryOrder(id)
      }
      await shop.expectPaidOnce(cart.id, session.id, 13)
    }
  )

  it("is no order where the process ended right after its refund was recorded", async () => {
    const { id, cart } = await shop.payWithoutStock()
    const payments = shop.resolve(Modules.PAYMENT)
    const killed = jest
      .spyOn(payments, "updatePaymentSession")
      .mockRejectedValue(new Error("The process was killed."))
    await errorOf(actions.refund(id, "13", newHash()))
    killed.mockRestore()
    expect((await actions.show(id)).state).toBe("resolved")
    await shop.setStock("shirt", 5)
    expect(await errorOf(shop.shopper.complete(cart.id))).toMatchObject(refused)
    await shop.runJob()
    expect(await books.orderIds(cart.id)).toEqual([])
  })
})
