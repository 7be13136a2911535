import { NoticeList } from "../support/shop/notice-list"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"

export const unpaidOrderNoticesSuite = suiteOfUnpaidOrders(
  "an unpaid order in the admin's feed",
  (shop) => {
    const { admin, db, gateway, placeUnpaid, reconcile } = shop
    const noticeList = new NoticeList(shop)

    /** As if it had been placed a day ago, and this is left. */
    const leave = (minutes: number) =>
      db().raw(
        `UPDATE crypto_unpaid_order
            SET created_at = now() - interval '1 day', next_check_at = now(),
                cancel_at = now() + ?::int * interval '1 minute'`,
        [minutes]
      )

    it("has one entry for its last two hours, until it is canceled", async () => {
      const { orderId, gatewayId } = await placeUnpaid()
      await leave(130)
      await reconcile()
      expect(await noticeList.feed()).toEqual([])
      await leave(110)
      await Promise.all([reconcile(), reconcile()])
      const { order } = await admin.get<{ order: { display_id: number } }>(
        `/admin/orders/${orderId}?fields=display_id`
      )
      const page = `${shop.baseUrl()}/app/orders/${orderId}`
      expect(await noticeList.feed()).toMatchObject([
        {
          title: `An unpaid order is canceled soon · Order #${order.display_id}`,
          description: expect.stringMatching(
            new RegExp(`^It can be paid until .* UTC\\.\n${page}$`)
          ),
        },
      ])

      gateway.markOnly(gatewayId, "expired")
      await shop.letTimeRunOut()
      await reconcile()
      await reconcile()
      expect(await noticeList.feed()).toEqual([])
    })

    it("has none any more once it is paid", async () => {
      const { gatewayId } = await placeUnpaid()
      await leave(60)
      await reconcile()
      expect(await noticeList.feed()).toHaveLength(1)
      expect(await gateway.confirm(gatewayId)).toBe(200)
      await reconcile()
      expect(await noticeList.feed()).toEqual([])
      await reconcile()
      expect(await noticeList.feed()).toEqual([])
    })
  }
)
