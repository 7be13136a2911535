import { eventually } from "../support/eventually"
import { NoticeList } from "../support/shop/notice-list"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"
import { newHash } from "../support/shop/refund-requests"

export const refundNoticesSuite = refundSuite(
  "a refund in the admin's feed and an e-mail",
  (shop) => {
    const { customer, refundRequests: refunds, pay } = shop
    const feed = new NoticeList(shop)

    afterEach(() => jest.restoreAllMocks())

    it("has an entry from the address to the transaction, and one e-mail, without the address", async () => {
      const mails = feed.recordMails()
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
      const mail = await eventually(async () => mails[0], {
        otherwise: "No e-mail was sent",
      })
      expect(mail).toMatchObject({
        to: "office@shop.example",
        subject: `A refund can be sent · Order #${refund_request.order_display_id}`,
        text: expect.stringContaining(
          `${shop.baseUrl()}/app/crypto-payments/${id}`
        ),
      })
      const everything = JSON.stringify([await feed.feed(), mail])
      for (const word of [address, token, "Damaged", "2.00"]) {
        expect(everything).not.toContain(word)
      }

      await refunds.send(refund_request.id, newHash())
      await feed.feedOf(0)
      await shop.reconcile()
      expect(await feed.feed()).toEqual([])
      expect(mails).toHaveLength(1)
    })
  }
)
