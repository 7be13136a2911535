import { Modules } from "@medusajs/framework/utils"
import { errorOf } from "../support/shop/paid-cart-fixture"
import { GatewayError } from "../../src/gateway"
import { newHash } from "../support/shop/refund-requests"
import { HOSTED, INLINE } from "../support/shop/shop-fixture"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"
import { endGivenUpCompletions } from "../support/shop/workflows-to-end"

export const refundRequestsSuite = refundSuite("a refund request", (shop) => {
  const { books, actions, refundRequests, customer, pay, payTooLittle } = shop
  const { db } = shop
  const events = shop.collectEvents([
    "crypto_payment.refund_requested",
    "crypto_payment.refund_address_entered",
    "crypto_payment.refund_sent",
  ])
  const log = shop.watchLog()

  it("goes from the merchant's decision to a refund on the order", async () => {
    log.start()
    const { id, cart, orderId } = await pay()
    expect((await actions.show(id)).allowed_actions).toContain("request_refund")

    const made = await refundRequests.request(id, {
      amount: "2",
      note: "Damaged.",
    })

    const [requestId, secret] = made.token.split(".")
    expect(requestId).toBe(made.refund_request.id)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(made.link).toBe(`http://localhost:8000/crypto-refund#${made.token}`)
    const request = {
      id: expect.stringMatching(/^cpayreq_/),
      crypto_payment_id: id,
      order_id: orderId,
      order_display_id: expect.any(Number),
      kind: "price",
      state: "waiting_for_address",
      amount: "2.00",
      currency_code: "eur",
      crypto_amount: "2.16",
      crypto_currency: "USDT_TRC20",
      crypto_name: "Tether USD",
      crypto_network: "Tron",
      address: null,
      address_checked: null,
      address_tag: null,
      payment_uri: null,
      note: "Damaged.",
      transaction_hash: null,
      transaction_url: null,
      created_at: expect.any(String),
      created_by: expect.stringMatching(/^user_/),
      expires_at: expect.any(String),
      address_entered_at: null,
      sent_at: null,
      revoked_at: null,
    }
    expect(made.refund_request).toEqual(request)
    const days =
      (Date.parse(made.refund_request.expires_at) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(14, 2)

    const shown = await customer.read(made.token)
    expect(shown).toEqual({
      state: "waiting_for_address",
      kind: "price",
      amount: "2.00",
      currency_code: "eur",
      crypto_amount: "2.16",
      crypto_currency: "USDT_TRC20",
      crypto_name: "Tether USD",
      crypto_network: "Tron",
      address: null,
      address_tag: null,
      has_address_tag: false,
      transaction_hash: null,
      order_display_id: made.refund_request.order_display_id,
      expires_at: made.refund_request.expires_at,
      address_entered_at: null,
      sent_at: null,
      server_time: expect.any(String),
    })

    const address = tronAddress()
    const wrong = `${address.slice(0, -1)}${address.endsWith("1") ? "2" : "1"}`
    expect(await customer.check(made.token, ` ${address} `)).toMatchObject({
      crypto_refund: { state: "waiting_for_address", address: null },
      checked_address: address,
      checked: true,
      address_fault: null,
    })
    expect(await customer.check(made.token, wrong)).toMatchObject({
      checked_address: null,
      address_fault: { code: "typing_error", network: "Tron", found: null },
    })
    expect(await refundRequests.find(made.refund_request.id)).toEqual(request)

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
    expect(await actions.show(id)).toMatchObject({
      state: "settled",
      refund_left: "3.00",
      surplus_left: null,
      refund_requests: [{ id: made.refund_request.id, state: "sent" }],
      refunds: [
        {
          kind: "price",
          amount: "2.00",
          crypto_amount: "2.16",
          request_id: made.refund_request.id,
          transaction_hash: hash,
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
    const { rows: timeline } = await db().raw<{ rows: object[] }>(
      "select * from crypto_payment_event"
    )
    const written = JSON.stringify([events, timeline, log.lines])
    expect(written).not.toContain(secret)
  })

  it("links to the network's block explorer", async () => {
    const { id } = await pay()
    const made = await refundRequests.request(id, { amount: "2" })
    await customer.confirm(made.token, tronAddress())
    const hash = newHash()
    await refundRequests.send(made.refund_request.id, hash)
    const reference = "The transfer of Monday"
    await actions.refund(id, "1", reference)

    const links = async () => {
      const shown = await actions.show(id)
      const { address_url, wallet_address, refunds } = shown
      const [request] = (await refundRequests.list()).refund_requests
      const urls = refunds.map((each) => [
        each.transaction_hash,
        each.transaction_url,
      ])
      expect(shown.refund_requests).toMatchObject([request])
      return {
        address_url: address_url?.replace(String(wallet_address), "ADDRESS"),
        request: request.transaction_url,
        refunds: Object.fromEntries(urls) as object,
      }
    }
    const url = "https://tronscan.org/#"
    expect(await links()).toEqual({
      address_url: `${url}/address/ADDRESS`,
      request: `${url}/transaction/${hash}`,
      refunds: { [hash]: `${url}/transaction/${hash}`, [reference]: null },
    })
  })

  it("returns a surplus first, which is never booked in Medusa", async () => {
    const { id, cart } = await pay({ kind: "over" })
    expect(await actions.show(id)).toMatchObject({
      surplus_left: "0.54",
      refund_left: "5.00",
    })

    const { refund_request, token } = await refundRequests.request(id)
    expect(refund_request).toMatchObject({
      kind: "surplus",
      amount: "0.50",
      crypto_amount: "0.54",
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
        {
          kind: "surplus",
          amount: "0.50",
          crypto_amount: "0.54",
          refund_id: null,
        },
      ],
    })
    await expect(
      refundRequests.request(id, { kind: "surplus" })
    ).rejects.toThrow("No surplus of this payment is left")
    // The price is there in full, with the coins that were quoted for it.
    const price = await refundRequests.request(id)
    expect(price.refund_request).toMatchObject({
      kind: "price",
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

  it("records a surplus that was returned without a request, within its limit", async () => {
    const { id, cart } = await pay({ kind: "over" })
    await expect(
      actions.surplus(id, newHash(), { crypto_amount: "0.540000000000000001" })
    ).rejects.toThrow("exceeds the remaining surplus of 0.54")
    const hash = newHash()
    await actions.surplus(id, hash, { crypto_amount: "0.04" })
    expect(
      await actions.surplus(id, hash, { crypto_amount: "0.04" })
    ).toMatchObject({ surplus_left: "0.5" })
    await expect(actions.refund(id, "1", hash)).rejects.toThrow(
      /is already recorded/
    )
    expect(await actions.surplus(id, newHash())).toMatchObject({
      surplus_left: null,
      refund_left: "5.00",
    })
    await expect(actions.surplus(id, newHash())).rejects.toThrow("No surplus")
    expect(await books.orderBooks(cart.id)).toMatchObject({ refunds: 0 })
  })

  it("is not made while the network of its coin is unknown, since the gateway does not answer", async () => {
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
    expect((await refundRequests.list()).count).toBe(0)
    const { refund_request } = await refundRequests.request(id)
    expect(refund_request.crypto_network).toEqual(expect.any(String))
  })

  it("resolves a payment that needs attention, once all of it was sent", async () => {
    const { id } = await payTooLittle()
    const { refund_request, token } = await refundRequests.request(id)
    expect(refund_request).toMatchObject({ amount: "5.00", order_id: null })

    const open = /A refund request of 5\.00 EUR is open \(cpayreq_\w+\)/
    expect((await actions.show(id)).allowed_actions).toEqual([
      "record_refund",
      "check",
    ])
    await expect(actions.retryOrder(id)).rejects.toThrow(open)
    await expect(actions.resolve(id, { kind: "other" })).rejects.toThrow(open)
    await expect(
      actions.resolve(id, { kind: "refunded", transaction_hash: newHash() })
    ).rejects.toThrow(open)
    await expect(actions.refund(id, "5", newHash())).rejects.toThrow(open)

    await customer.confirm(token, tronAddress())
    const hash = newHash()
    await refundRequests.send(refund_request.id, hash)
    expect(await actions.show(id)).toMatchObject({
      state: "resolved",
      resolution: { kind: "refunded", transaction_hash: hash },
      resolution_url: `https://tronscan.org/#/transaction/${hash}`,
      refunds: [{ amount: "5.00", refund_id: null }],
    })
  })

  it("lets the payment go on once it is revoked", async () => {
    const { id } = await payTooLittle()
    const { refund_request, token } = await refundRequests.request(id)
    await expect(actions.retryOrder(id)).rejects.toThrow("is open")
    expect(await refundRequests.revoke(refund_request.id)).toMatchObject({
      state: "revoked",
      revoked_at: expect.any(String),
    })
    await expect(customer.read(token)).rejects.toMatchObject({ status: 404 })
    expect((await actions.retryOrder(id)).state).toBe("attention")
    expect((await actions.resolve(id, { kind: "other" })).state).toBe(
      "resolved"
    )
    await expect(refundRequests.request(id)).rejects.toThrow("was resolved")
  })

  it.each(["revoked", "expired"])(
    "lets the order of captured money be placed once it is %s",
    async (how) => {
      const opened = await shop.openInline("USDT_TRC20")
      await shop.setProviders([])
      await shop.transfer(opened)
      await shop.until(opened, "attention")
      const { refund_request } = await refundRequests.request(opened.id)
      await shop.setProviders([HOSTED, INLINE])
      // The money is promised: neither a person, the job nor the shopper places an order for it.
      await expect(actions.retryOrder(opened.id)).rejects.toThrow("is open")
      await shop.reconcile()
      await shop.shopper.complete(opened.cart.id).catch(() => {})
      expect(await books.orderIds(opened.cart.id)).toEqual([])
      if (how === "revoked") await refundRequests.revoke(refund_request.id)
      else await shop.expire(refund_request.id)
      await actions.retryOrder(opened.id)
      await shop.until(opened, "settled")
      await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
    }
  )

  it.each(["revoked", "expired"])(
    "lets the order be placed once it is %s and the stock is back",
    async (how) => {
      const opened = await shop.payWithoutStock()
      const { refund_request } = await refundRequests.request(opened.id)
      await shop.setStock("shirt", 5)
      await shop.shopper.complete(opened.cart.id).catch(() => {})
      expect(await books.orderIds(opened.cart.id)).toEqual([])
      if (how === "revoked") await refundRequests.revoke(refund_request.id)
      else await shop.expire(refund_request.id)
      await actions.retryOrder(opened.id)
      await shop.until(opened, "settled")
      await shop.expectPaidOnce(opened.cart.id, opened.session.id, 13)
    }
  )

  const refused = {
    status: 400,
    body: { message: expect.stringContaining("was sent back, or is about to") },
  }

  it("lets the shopper complete the cart once it is revoked, and not before", async () => {
    const { id, cart, session } = await shop.payWithoutStock()
    const { refund_request } = await refundRequests.request(id)
    await shop.setStock("shirt", 5)
    expect(await errorOf(shop.shopper.complete(cart.id))).toMatchObject(refused)
    await refundRequests.revoke(refund_request.id)
    expect(await shop.shopper.complete(cart.id)).toMatchObject({
      type: "order",
    })
    await shop.runJob()
    await shop.expectPaidOnce(cart.id, session.id, 13)
  })

  it("holds the order back again once it is made anew after it has expired", async () => {
    const { id, cart } = await shop.payWithoutStock()
    const expired = await refundRequests.request(id)
    await shop.expire(expired.refund_request.id)
    await actions.retryOrder(id)
    expect((await actions.show(id)).state).toBe("attention")
    await endGivenUpCompletions(shop.container())
    const { refund_request, token } = await refundRequests.request(id)
    await shop.setStock("shirt", 5)
    expect(await errorOf(shop.shopper.complete(cart.id))).toMatchObject(refused)
    await shop.runJob()
    expect(await books.orderIds(cart.id)).toEqual([])
    await customer.confirm(token, tronAddress())
    await refundRequests.send(refund_request.id, newHash())
    expect((await actions.show(id)).state).toBe("resolved")
  })

  it("waits for who works on its payment", async () => {
    const { id } = await shop.payWithoutStock()
    await books.ledger.leases.acquire(id, "another run", 60)
    expect(await errorOf(refundRequests.request(id))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("is being worked on") },
    })
    expect((await refundRequests.list()).count).toBe(0)
  })

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

  it("stays within what is left, by refunds and other requests", async () => {
    const { id } = await pay()
    await refundRequests.request(id, { amount: "2" })
    await actions.refund(id, "1", newHash())
    await expect(
      refundRequests.request(id, { amount: "2.01" })
    ).rejects.toThrow("Refund of 2.01 EUR exceeds the remaining 2.00 EUR.")
    await expect(actions.refund(id, "2.01", newHash())).rejects.toThrow(
      "A refund request of 2.00 EUR is open"
    )
    expect((await refundRequests.request(id)).refund_request.amount).toBe(
      "2.00"
    )
    expect(await actions.show(id)).toMatchObject({ refund_left: "0.00" })
    await expect(
      refundRequests.request(id, { amount: "0.01" })
    ).rejects.toThrow("A refund request of 2.00 EUR is open")
  })

  it("needs a confirmation for more coins than arrived", async () => {
    const { id } = await pay()
    const more = { amount: "5", crypto_amount: "6" }
    await expect(refundRequests.request(id, more)).rejects.toThrow(
      "6 coins are more than the 5.4 that are left"
    )
    const confirmed = { ...more, confirm_excess: true }
    const { refund_request } = await refundRequests.request(id, confirmed)
    expect(refund_request).toMatchObject({ crypto_amount: "6" })
  })

  it("takes an amount with the coins that the merchant enters", async () => {
    const { id } = await pay()
    const { refund_request } = await refundRequests.request(id, {
      amount: "4",
      crypto_amount: "5",
    })
    expect(refund_request).toMatchObject({
      amount: "4.00",
      crypto_amount: "5",
    })
  })

  it.each([
    ["what is not paid", "is not paid yet"],
    ["an unknown payment", "was not found"],
  ])("is refused for %s", async (what, message) => {
    const id =
      what === "what is not paid"
        ? (await shop.openInline("USDT_TRC20")).id
        : "cpay_unknown"
    await expect(refundRequests.request(id)).rejects.toThrow(message)
  })
})
