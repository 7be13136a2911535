import { Modules } from "@medusajs/framework/utils"
import { eventually } from "../support/eventually"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"
import { newHash } from "../support/shop/refund-requests"
import { newRefundLink } from "../../src/modules/crypto-payment/refunds/links"

type Settled = PromiseSettledResult<unknown>

const fulfilled = (results: Settled[]) =>
  results.filter(({ status }) => status === "fulfilled")

export const refundRacesSuite = refundSuite("a refund request", (shop) => {
  const { books, actions, refundRequests, customer, pay, db } = shop
  const { payTooLittle, control } = shop

  const times = async <Result>(count: number, act: () => Promise<Result>) =>
    await Promise.allSettled(Array.from({ length: count }, act))

  const rows = async (table: string) => await db()(table).select()

  /** An entered address, ready to send. */
  async function requested(id: string, body: object = {}) {
    const made = await refundRequests.request(id, body)
    await customer.confirm(made.token, tronAddress())
    return made
  }

  /** The outcome of actions at once: what was done, and what the others were refused with. */
  const atOnce = async (acts: (() => Promise<unknown>)[]) => {
    const results = await Promise.allSettled(acts.map((act) => act()))
    return {
      done: fulfilled(results).length,
      refused: results.flatMap((each) =>
        each.status === "rejected" ? [each.reason as unknown] : []
      ),
    }
  }

  const changed = {
    status: 409,
    body: {
      code: "changed",
      message: expect.stringContaining(
        "That changed after it was shown to you, so nothing was done."
      ),
    },
  }

  it("that is made twice at once, as decided about one version, is one", async () => {
    const { id } = await pay()
    const shown = { version: (await actions.show(id)).version }
    const request = () => refundRequests.request(id, { amount: "2", shown })
    expect(await atOnce([request, request, request])).toMatchObject({
      done: 1,
      refused: [changed, changed],
    })
    await expect(request()).rejects.toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining(
          "is settled. Refunds: 0 recorded, 1 requested. That changed"
        ),
      },
    })
    expect(await rows("crypto_refund_request")).toHaveLength(1)
    const { events, refund_left } = await actions.show(id)
    expect(
      events.filter(({ type }) => type === "refund_requested")
    ).toHaveLength(1)
    expect(refund_left).toBe("3.00")
  })

  it("never promises more than is left, when who makes them at once names no version", async () => {
    const { id } = await pay()
    const request = (amount: string) => async () => {
      const { token_hash } = newRefundLink()
      const coin = { crypto_name: null, crypto_network: "Tron" }
      const { refundRequests: ledger } = books.ledger
      await ledger.create(
        id,
        {
          asked: { amount },
          coin,
          note: null,
          by: "user_1",
          price_kind: "refund",
        },
        token_hash
      )
    }
    const { done, refused } = await atOnce([
      request("3"),
      request("4"),
      () =>
        books.ledger.adminActions.recordRefund(id, {
          price_kind: "refund",
          amount: "2.50",
          transaction_hash: newHash(),
          note: null,
          by: "user_1",
        }),
    ])
    expect(done).toBe(1)
    for (const error of refused) {
      expect(String(error)).toMatch(/exceeds the remaining|is open/)
    }
  })

  it("takes one of two addresses that are confirmed at once", async () => {
    const { id } = await pay()
    const { token } = await refundRequests.request(id)
    const addresses = [tronAddress(), tronAddress()]
    const results = await Promise.allSettled(
      addresses.map((address) => customer.confirm(token, address))
    )
    expect(fulfilled(results)).toHaveLength(1)
    const { address } = await customer.read(token)
    expect(addresses).toContain(address)
    await times(4, () => customer.confirm(token, String(address)))
    const { events } = await actions.show(id)
    expect(
      events.filter(({ type }) => type === "refund_address_entered")
    ).toHaveLength(1)
  })

  it("is neither revoked nor sent by who saw another address, nor with what is no transaction of its chain", async () => {
    const { id } = await pay()
    const { refund_request, token } = await refundRequests.request(id)
    const { id: requestId } = refund_request
    const shown = { state: refund_request.state }
    const address = tronAddress()
    await customer.confirm(token, address)
    await expect(
      refundRequests.revoke(requestId, { shown })
    ).rejects.toMatchObject({
      status: 409,
      body: {
        code: "changed",
        message: expect.stringContaining("The customer entered an address"),
      },
    })
    expect(await refundRequests.find(requestId)).toMatchObject({
      state: "address_entered",
    })
    const sentTo = tronAddress()
    const hash = newHash()
    await expect(
      refundRequests.send(requestId, hash, { address: sentTo })
    ).rejects.toMatchObject({
      status: 409,
      body: {
        code: "changed",
        message: expect.stringContaining(`it is ${address} now, not ${sentTo}`),
      },
    })
    await expect(refundRequests.send(requestId, "0xaaa")).rejects.toMatchObject(
      {
        status: 422,
        body: {
          type: "invalid_data",
          code: "transaction_hash_invalid",
          message: `"0xaaa" is not a transaction hash of Tron.`,
        },
      }
    )
    expect((await actions.show(id)).refunds).toEqual([])
  })

  it("is sent with one of two transactions that two admins name at once, and is one refund, however often that one is sent", async () => {
    const { id, cart } = await pay()
    const { refund_request } = await requested(id)
    const named = await Promise.allSettled(
      [newHash(), newHash()].map((each) =>
        refundRequests.send(refund_request.id, each)
      )
    )
    expect(fulfilled(named)).toHaveLength(1)
    const [{ transaction_hash: hash }] = (await actions.show(id)).refunds
    const results = await times(4, () =>
      refundRequests.send(refund_request.id, hash)
    )
    expect(fulfilled(results)).toHaveLength(4)
    // Hex is the same in either case.
    await refundRequests.send(refund_request.id, hash.toUpperCase())
    expect(await rows("crypto_payment_refund")).toHaveLength(1)
    expect(await books.orderBooks(cart.id)).toMatchObject({
      refunds: 1,
      transactions: expect.arrayContaining([5, -5]),
      payment_status: "refunded",
    })
    await expect(
      refundRequests.send(refund_request.id, newHash())
    ).rejects.toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("sent already, with") },
    })
  })

  it("is sent or revoked, not both", async () => {
    const { id } = await pay()
    const { refund_request } = await requested(id)
    // Neither can write before both have come to the request.
    const held = await db().transaction()
    await held("crypto_refund_request")
      .where({ id: refund_request.id })
      .forUpdate()
      .first()
    const acts = atOnce([
      () => refundRequests.revoke(refund_request.id),
      () => refundRequests.send(refund_request.id, newHash()),
    ])
    await eventually(
      async () => {
        const { rows: waiting } = await db().raw(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return waiting.length === 2 ? true : undefined
      },
      { otherwise: "The two do not meet at one request" }
    )
    await held.rollback()

    expect((await acts).done).toBe(1)
    const { state } = (await refundRequests.find(refund_request.id)) ?? {}
    const refunds = await rows("crypto_payment_refund")
    expect(refunds).toHaveLength(state === "sent" ? 1 : 0)
  })

  it("takes one transaction for one of two payments at once, and for another coin", async () => {
    const first = await requested((await pay()).id)
    const second = await requested((await pay()).id)
    const hash = newHash()
    const results = await Promise.allSettled(
      [first, second].map(({ refund_request }) =>
        refundRequests.send(refund_request.id, hash)
      )
    )
    expect(fulfilled(results)).toHaveLength(1)
    const other = await requested((await pay({}, "TRX")).id)
    expect(
      await refundRequests.send(other.refund_request.id, hash)
    ).toMatchObject({
      state: "sent",
    })
  })

  it("keeps the job and a late webhook from placing an order for its money", async () => {
    const { id, cart, gatewayId } = await payTooLittle()
    const { refund_request } = await requested(id)
    // The cart costs again what was paid.
    const { items } = await shop.shopper.cart(cart.id)
    await shop
      .resolve(Modules.CART)
      .updateLineItems({ cart_id: cart.id }, { quantity: 1 })
    expect(items).toHaveLength(1)
    const [delivery] = await control.deliveries(gatewayId)
    const results = await Promise.allSettled([
      control.redeliver(delivery.id),
      shop.runJob(),
      refundRequests.send(refund_request.id, newHash()),
      shop.shopper.complete(cart.id),
    ])
    expect(results[2].status).toBe("fulfilled")
    await shop.runJob()
    expect(await books.orderIds(cart.id)).toEqual([])
    expect(await actions.show(id)).toMatchObject({
      state: "resolved",
      refunds: [{ amount: "5.00" }],
    })
  })
})
