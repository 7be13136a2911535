import type { AdminCryptoOrder } from "../../src/api/types"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"
import { readShown } from "../support/shop/admin-actions"
import { newHash } from "../support/shop/refund-requests"

export const refundOfReturnsSuite = refundSuite(
  "a refund that Medusa computed",
  (shop) => {
    const { admin, books, customer, refundRequests, pay } = shop

    const orderOf = async (id: string) =>
      (
        await admin.get<{ crypto_order: AdminCryptoOrder }>(
          `/admin/crypto-payments/orders/${id}`
        )
      ).crypto_order

    /**
     * A return or a claim, by which Medusa computes that one of an item is to be paid back.
     * @returns its path in the admin API
     */
    const takeBack = async (order_id: string, how: "return" | "claim") => {
      const { order } = await admin.get<{ order: { items: { id: string }[] } }>(
        `/admin/orders/${order_id}?fields=items.id`
      )
      const items = [{ id: order.items[0].id, quantity: 1 }]
      await admin.post(`/admin/orders/${order_id}/fulfillments`, { items })
      const [type, addItems] =
        how === "claim"
          ? ["refund", "inbound/items"]
          : [undefined, "request-items"]
      const begun = await admin.post<
        Record<"return" | "claim", { id: string }>
      >(`/admin/${how}s`, { order_id, type })
      const path = `/admin/${how}s/${begun[how].id}`
      await admin.post(`${path}/${addItems}`, { items })
      await admin.post(`${path}/request`)
      return path
    }

    it.each<["return" | "claim", number]>([
      ["return", 1],
      ["claim", 1],
      ["return", 2],
      ["claim", 2],
    ])(
      "for a %s of one of %d items is requested, sent and booked, once",
      async (how, quantity) => {
        const { orderId, id } = await pay({}, "USDT_TRC20", quantity)
        expect(await orderOf(orderId)).toMatchObject({ to_return: null })
        await takeBack(orderId, how)
        const { due, to_return } = await orderOf(orderId)
        expect({ due, to_return }).toEqual({
          due: null,
          to_return: { amount: "5.00", currency_code: "eur" },
        })

        const shown = await readShown(admin, id)
        const asked = { amount: to_return?.amount, shown }
        const results = await Promise.allSettled(
          [1, 2].map(() => refundRequests.request(id, asked))
        )
        const made = results.flatMap((each) =>
          each.status === "fulfilled" ? [each.value] : []
        )
        expect(made).toHaveLength(1)
        const [{ refund_request, token }] = made
        expect(refund_request).toMatchObject({
          amount: "5.00",
          crypto_amount: "5.4",
        })
        await customer.confirm(token, tronAddress())
        const toSend = await refundRequests.list("?state=address_entered")
        expect(toSend.refund_requests.map((each) => each.id)).toContain(
          refund_request.id
        )
        const hash = newHash()
        await Promise.all(
          [1, 2].map(() => refundRequests.send(refund_request.id, hash))
        )

        expect(await orderOf(orderId)).toMatchObject({
          due: null,
          to_return: null,
        })
        const { transactions, ...booked } = await books.booksOf(orderId)
        expect(booked).toMatchObject({
          captures: [5 * quantity],
          refunds: 1,
          pending_difference: 0,
        })
        expect(transactions.sort()).toEqual([5 * quantity, -5].sort())
      }
    )
  }
)
