import { eventually } from "../support/eventually"
import { NoticeList } from "../support/shop/notice-list"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"
import { deliverNotices } from "../../src/workflows/notices"

export const noticesFeedSuite = paymentSuite("the admin's feed", (shop) => {
  const { actions, books, db, gateway, reconcile, runJob } = shop
  const { openPayment, openConfirmed, payOrder, payTooLittle } = shop
  const noticeList = new NoticeList(shop)
  const log = shop.watchLog()

  afterEach(() => jest.restoreAllMocks())

  const notices = (columns = ["kind", "reason"]) =>
    db()("crypto_notice").select(columns).orderBy("opened_at")

  const letPass = (table: string, column: string, minutes: number) =>
    db().raw(
      `UPDATE ${table} SET ${column} = ${column} - interval '${minutes} minutes'`
    )

  const deliverAgain = () =>
    db()("crypto_notice").update({ deliver_at: new Date() })

  it("has one entry for a payment that needs attention, with its reason and page", async () => {
    const { id } = await payTooLittle()
    const [entry] = await noticeList.feedOf(1)
    expect(entry.title).toBe("A payment needs attention: Amount mismatch")
    expect(entry.description).toBe(
      `The customer paid a different amount or currency than is due. Do not ship an order that is shown with this payment yet.\n${shop.baseUrl()}/app/crypto-payments/${id}`
    )
    await runJob()
    expect(await noticeList.feed()).toEqual([entry])
  })

  it("updates the entry in place where the reason changes, and removes it once it is resolved", async () => {
    const { id } = await payTooLittle()
    const [entry] = await noticeList.feedOf(1)
    await books.ledger.attempts.transition(
      id,
      "attention",
      { attention_reason: "duplicate_payment" },
      { type: "attention", source: "test" }
    )
    await reconcile()
    expect(await noticeList.feed()).toEqual([
      {
        ...entry,
        title: "A payment needs attention: Duplicate payment",
        description: expect.stringContaining("already paid"),
      },
    ])

    await actions.resolve(id, { kind: "other" })
    expect(await noticeList.feedOf(0)).toEqual([])
    expect(await notices(["kind", "revision"])).toEqual([
      { kind: "attention", revision: 3 },
    ])
  })

  it("has a new entry where the payment needs attention anew", async () => {
    const { id, gatewayId } = await openPayment()
    /** As after the last check of a payment whose status is not known. */
    const raise = async () => {
      const unknown = { gateway_status: "odd", checks: 1_000 }
      await db()("crypto_payment").where({ id }).update(unknown)
      const attempt = await books.ledger.attempts.retrieve(id)
      await books.ledger.dueQueue.reschedule(attempt)
      await deliverNotices(shop.container())
    }
    await raise()
    const [first] = await noticeList.feed()
    expect(first.title).toBe("A payment needs attention: Unknown status")
    gateway.markOnly(gatewayId, "pending")
    await actions.check(id)
    await deliverNotices(shop.container())
    expect(await noticeList.feed()).toEqual([])

    await raise()
    const [second] = await noticeList.feed()
    expect(second.title).toBe(first.title)
    expect(second.id).not.toBe(first.id)
  })

  it("has one entry, whoever delivers it and how often", async () => {
    await payTooLittle()
    const [entry] = await noticeList.feedOf(1)
    for (let round = 0; round < 3; round++) {
      await deliverAgain()
      await Promise.all(
        [1, 2, 3, 4].map(() => deliverNotices(shop.container()))
      )
      expect(await noticeList.feed()).toEqual([entry])
    }
  })

  it("gets what a killed process did not deliver, and nothing twice that it did", async () => {
    const { notices: ledger } = books.ledger
    const deliver = jest.spyOn(ledger, "markDelivered").mockResolvedValue()
    await payTooLittle()
    const [entry] = await noticeList.feedOf(1)
    deliver.mockRestore()
    await deliverAgain()
    await reconcile()
    expect(await noticeList.feed()).toEqual([entry])
    expect(await notices(["deliver_at"])).toEqual([{ deliver_at: null }])
  })

  it("does not stop the money where the Notification Module fails, and follows later", async () => {
    const broken = jest
      .spyOn(noticeList.module, "createNotifications")
      .mockRejectedValue(new Error("Out of order."))
    log.start()
    await payTooLittle()
    await reconcile()
    const { orderId } = await payOrder()
    expect(orderId).toMatch(/^order_/)
    expect(await noticeList.feed()).toEqual([])
    log.stop()
    const lines = log.lines.filter((line) => line.includes("cpaynot"))
    expect(lines).toEqual([
      expect.stringMatching(
        /notice cpaynot_\w+ \(attention\) could not be delivered, it is tried again in 1 min: Out of order\./
      ),
    ])
    broken.mockRestore()
    await deliverAgain()
    await reconcile()
    expect(await noticeList.feed()).toHaveLength(1)
  })

  it("stays empty with notify.feed: false, and loses what it had", async () => {
    const { notify } = books.ledger.merchants.options("default")
    await payTooLittle()
    await noticeList.feedOf(1)
    notify.feed = false
    try {
      await payTooLittle()
      await deliverAgain()
      await reconcile()
      expect(await noticeList.feed()).toEqual([])
      expect(await notices(["kind", "deliver_at"])).toEqual([
        { kind: "attention", deliver_at: null },
        { kind: "attention", deliver_at: null },
      ])
    } finally {
      notify.feed = true
    }
  })

  it("has an entry for confirmed money that has had no order for ten minutes, until it has one", async () => {
    const mails = noticeList.recordMails()
    const { id, cart, session, ...opened } = await openPayment()
    const settle = jest
      .spyOn(books.ledger.leases, "acquire")
      .mockResolvedValue(false)
    await shop.recordConfirmed({ id, ...opened })
    await reconcile()
    expect(await noticeList.feed()).toEqual([])
    await letPass("crypto_payment", "updated_at", 11)
    await reconcile()
    expect(await noticeList.feed()).toMatchObject([
      { title: "A paid payment has no order yet" },
    ])
    expect(mails).toEqual([])

    settle.mockRestore()
    await runJob()
    await shop.expectPaidOnce(cart.id, session.id, 5)
    expect(await noticeList.feed()).toEqual([])
    await reconcile()
    expect(await noticeList.feed()).toEqual([])
  })

  it("follows a ledger that was written by another version, or restored", async () => {
    const { id } = await payTooLittle()
    await noticeList.feedOf(1)
    await db()("crypto_notice").delete()
    await db()("crypto_payment").update({ notice_id: null })
    await db().raw("DELETE FROM notification")
    await reconcile()
    expect(await noticeList.feed()).toHaveLength(1)

    const deleted_at = new Date()
    await db()("crypto_payment").where({ id }).update({ deleted_at })
    await reconcile()
    expect(await noticeList.feed()).toEqual([])
  })

  describe("about webhooks", () => {
    const missOne = async () => {
      const missed = await openConfirmed()
      await runJob()
      await letPass("crypto_payment_event", "at", 10)
      await reconcile()
      return missed
    }

    it("has an entry while polling finds payments that no webhook reports", async () => {
      await missOne()
      expect(await noticeList.feed()).toMatchObject([
        {
          title: "Webhooks do not arrive",
          description: expect.stringContaining(
            `${HOSTED} that no webhook reported. Their orders are placed later than usual.\n${shop.baseUrl()}/app/settings/crypto-payments`
          ),
        },
      ])
      await missOne()
      expect(await noticeList.feed()).toHaveLength(1)
      // A delivery is written down once in ten seconds, and a run that began with an
      // order's event may still be handing it on: then the next one clears the entry.
      await eventually(
        async () => {
          await payOrder()
          await reconcile()
          return (await noticeList.feed()).length === 0 || undefined
        },
        { otherwise: "The entry is not cleared" }
      )
    })

    it("says that they are refused, where they come and fail", async () => {
      const { gatewayId } = await missOne()
      await gateway.deliver(gatewayId, { secret: "another" })
      await reconcile()
      expect(await noticeList.feed()).toMatchObject([
        { title: "Webhooks are refused" },
      ])
    })

    it("has none because a stranger posts to the webhook route", async () => {
      const { gatewayId } = await openPayment()
      await gateway.deliver(gatewayId, { secret: "another" })
      await reconcile()
      expect(await noticeList.feed()).toEqual([])
    })
  })
})
