import { NoticeList } from "../support/shop/notice-list"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"
import { newHash } from "../support/shop/refund-requests"

export const refundNoticesSuite = refundSuite(
  "a refund in the admin's feed",
  (shop) => {
    const { customer, refundRequests: refunds, pay } = shop
    const feed = new NoticeList(shop)

    it("has an entry from the address to the transaction, without the address", async () => {
      const { id } = await pay()
      const { token, refund_request } = await refunds.request(id, {
        amount: "2",
        note: "Damaged.",
      })
      await shop.reconcile()
      expect(await feed.feed()).toEqual([])

      const address = tronAddress()
      await customer.confirm(token, address)
      expect(await feed.feedOf(1)).toMatchObject([
        {
          title: `A refund can be sent · Order #${refund_request.order_display_id}`,
          description: expect.stringContaining(
            `${shop.baseUrl()}/app/crypto-payments/${id}`
          ),
        },
      ])
      const everything = JSON.stringify(await feed.feed())
      for (const word of [address, token, "Damaged", "2.00"]) {
        expect(everything).not.toContain(word)
      }

      await refunds.send(refund_request.id, newHash())
      await feed.feedOf(0)
      await shop.reconcile()
      expect(await feed.feed()).toEqual([])
    })
  }
)
