import { NoticeList, type SentMail } from "../support/shop/notice-list"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"
import { eventually } from "../support/eventually"

export const noticesMailSuite = paymentSuite("an e-mail", (shop) => {
  const { actions, books, db, reconcile, runJob } = shop
  const { openConfirmed, payTooLittle } = shop
  const noticeList = new NoticeList(shop)
  const log = shop.watchLog()

  afterEach(() => jest.restoreAllMocks())

  const deliverAgain = () =>
    db()("crypto_notice").update({ deliver_at: new Date() })
  const untilSent = async (mails: unknown[], count: number) =>
    await eventually(async () => (mails.length >= count ? true : undefined), {
      otherwise: "The e-mails were not sent",
    })
  /** They are sent side by side. */
  const byAddress = (mails: readonly SentMail[]) =>
    [...mails].sort((one, other) => (one.to < other.to ? 1 : -1))

  it("about a payment that needs attention is sent at once, to each in their language, once", async () => {
    const mails = noticeList.recordMails()
    const { id } = await payTooLittle()
    await untilSent(mails, 2)
    await deliverAgain()
    await runJob()
    await deliverAgain()
    await reconcile()

    const url = `${shop.baseUrl()}/app/crypto-payments/${id}`
    expect(byAddress(mails)).toMatchObject([
      {
        to: "office@shop.example",
        subject: "A payment needs attention: Amount mismatch",
        text: expect.stringContaining(`Open in the admin: ${url}`),
        html: expect.stringContaining(`<a href="${url}">Open in the admin</a>`),
      },
      {
        to: "buero@shop.example",
        subject:
          "Eine Zahlung braucht Ihre Aufmerksamkeit: Abweichender Betrag",
        text: expect.stringContaining("In der Verwaltung öffnen"),
        html: expect.stringMatching(/^<!doctype html><html lang="de">/),
      },
    ])
  })

  it("contains nothing of the customer but the order's number, and no secret", async () => {
    const mails = noticeList.recordMails()
    const { id, orderId } = await shop.payOrder()
    await books.ledger.attempts.transition(
      id,
      "paid",
      {},
      { type: "reopened", source: "test" }
    )
    const attention_reason = "amount_mismatch"
    await books.ledger.attempts.transition(
      id,
      "attention",
      { order_id: orderId, attention_reason },
      { type: "attention", source: "test" }
    )
    await reconcile()
    const { order } = await shop.admin.get<{
      order: {
        display_id: number
        email: string
        shipping_address?: { last_name?: string } | null
      }
    }>(
      `/admin/orders/${orderId}?fields=display_id,email,shipping_address.last_name`
    )
    const everything = JSON.stringify(mails)
    expect(byAddress(mails)[0].subject).toBe(
      `A payment needs attention: Amount mismatch · Order #${order.display_id}`
    )
    const { apiKey, webhookSecret } = shop.gateway
    const { wallet_address, gateway_payment_id } =
      await books.ledger.attempts.retrieve(id)
    for (const word of [
      ...[order.email, apiKey, webhookSecret, "5.00"],
      ...[wallet_address, gateway_payment_id],
    ]) {
      if (word) expect(everything).not.toContain(word)
    }
    expect(order.email).toContain("@")
  })

  it("that failed is sent again, only to whom it failed", async () => {
    const { module } = noticeList
    const create = module.createNotifications.bind(module)
    let failures = 2
    const tried: string[] = []
    jest
      .spyOn(module, "createNotifications")
      .mockImplementation(async (...[data]: Parameters<typeof create>) => {
        const [{ channel, to }] = [data].flat()
        if (channel === "email") tried.push(to)
        if (to === "buero@shop.example" && failures-- > 0) {
          // As Medusa notes an e-mail that its provider refused.
          const [written] = [await create(data)].flat()
          await db()("notification")
            .where({ id: written.id })
            .update({ status: "failure" })
          throw new Error("Mailbox unavailable.")
        }
        return await create(data)
      })
    log.start()
    await payTooLittle()
    for (let round = 0; round < 4; round++) {
      await reconcile()
      await deliverAgain()
    }
    await reconcile()
    log.stop()
    expect(tried.sort()).toEqual([
      ...["buero@shop.example", "buero@shop.example", "buero@shop.example"],
      "office@shop.example",
    ])
    expect(log.lines.filter((line) => line.includes("Mailbox"))).toHaveLength(2)
    expect(await noticeList.feed()).toHaveLength(1)
  })

  /** The Notification Module does not do what `isBroken` says, but `answer`. */
  const breakModule = (
    isBroken: (notification: { channel: string; to: string }) => boolean,
    answer: () => Promise<never>
  ) => {
    const { module } = noticeList
    const create = module.createNotifications.bind(module)
    return jest
      .spyOn(module, "createNotifications")
      .mockImplementation(async (...[data]: Parameters<typeof create>) =>
        [data].flat().some(isBroken) ? await answer() : await create(data)
      )
  }
  const refuse = () => Promise.reject(new Error("Out of order."))

  const sentTo = async () => {
    const rows = await db()("notification")
      .where({ channel: "email", status: "success" })
      .whereNull("deleted_at")
      .select<{ to: string }[]>("to")
    return rows.map(({ to }) => to).sort()
  }
  const BOTH = ["buero@shop.example", "office@shop.example"]

  it("is sent also where the feed cannot be written", async () => {
    const broken = breakModule(({ channel }) => channel === "feed", refuse)
    await payTooLittle()
    await reconcile()
    expect(await sentTo()).toEqual(BOTH)
    broken.mockRestore()
    await deliverAgain()
    await reconcile()
    expect(await noticeList.feed()).toHaveLength(1)
    expect(await sentTo()).toEqual(BOTH)
  })

  it("reaches the others where one address fails", async () => {
    breakModule(({ to }) => to === "office@shop.example", refuse)
    await payTooLittle()
    await reconcile()
    expect(await sentTo()).toEqual(["buero@shop.example"])
    expect(await noticeList.feed()).toHaveLength(1)
  })

  it("stops neither money nor the job where its provider does not answer, and follows later", async () => {
    log.start()
    const silent = breakModule(
      ({ channel }) => channel === "email",
      () => new Promise<never>(() => {})
    )
    const { id } = await payTooLittle()
    const { orderId } = await shop.payOrder()
    await reconcile()
    expect(orderId).toMatch(/^order_/)
    expect(await noticeList.feedOf(1)).toMatchObject([
      { description: expect.stringContaining(id) },
    ])
    await eventually(
      async () =>
        log.lines.some((line) =>
          /is tried again in 1 min: No answer within 10 s\./.test(line)
        ) || undefined,
      { otherwise: "The provider is waited for" }
    )
    silent.mockRestore()
    await deliverAgain()
    await reconcile()
    expect(await sentTo()).toEqual(BOTH)
  })

  it("is not sent any more about what was resolved before it could be", async () => {
    const broken = jest
      .spyOn(noticeList.module, "createNotifications")
      .mockRejectedValue(new Error("Out of order."))
    const { id } = await payTooLittle()
    await reconcile()
    await actions.resolve(id, { kind: "other" })
    broken.mockRestore()
    const mails = noticeList.recordMails()
    await deliverAgain()
    await reconcile()
    expect(mails).toEqual([])
    expect(await noticeList.feed()).toEqual([])
  })

  describe("with the digest", () => {
    const notice = async () => {
      await openConfirmed()
      await runJob()
      await db().raw(
        "UPDATE crypto_payment_event SET at = at - interval '10 minutes'"
      )
      await reconcile()
    }
    const aDayPasses = (days = 1) =>
      db().raw(
        `UPDATE crypto_notice SET opened_at = opened_at - interval '${days} days'`
      )

    it("has what was noticed in the period, once, and not what was sent at once", async () => {
      const mails = noticeList.recordMails()
      await notice()
      await payTooLittle()
      await untilSent(mails, 2)
      await reconcile()
      expect(mails).toHaveLength(2)

      await aDayPasses()
      await Promise.all([reconcile(), reconcile()])
      await deliverAgain()
      await reconcile()
      const digests = byAddress(mails.slice(2))
      expect(digests.map(({ to, subject }) => [to, subject])).toEqual([
        ["office@shop.example", "Crypto payments of the last day"],
        ["buero@shop.example", "Kryptozahlungen des letzten Tages"],
      ])
      expect(digests[0].text).toContain(
        `Polling found paid payments of ${HOSTED}`
      )
      expect(digests[0].text).not.toContain("needs attention")
    })

    it("can be weekly", async () => {
      const { notify } = books.ledger.merchants.options("default")
      const mails = noticeList.recordMails()
      notify.digest = "weekly"
      try {
        await notice()
        await aDayPasses(7)
        await reconcile()
        await reconcile()
        expect(byAddress(mails).map(({ subject }) => subject)).toEqual([
          "Crypto payments of the last week",
          "Kryptozahlungen der letzten Woche",
        ])
      } finally {
        notify.digest = "daily"
      }
    })

    it("is given up where it could not be sent for three days", async () => {
      const broken = breakModule(({ channel }) => channel === "email", refuse)
      await notice()
      await aDayPasses()
      await reconcile()
      const digests = () => db()("crypto_notice").where({ kind: "digest" })
      expect(await digests()).toMatchObject([{ failures: 1 }])
      broken.mockRestore()
      await aDayPasses(3)
      await deliverAgain()
      await reconcile()
      expect(await sentTo()).toEqual([])
      expect(await digests()).toMatchObject([{ deliver_at: null }])
    })

    it("is not sent where nothing was noticed", async () => {
      const mails = noticeList.recordMails()
      await payTooLittle()
      await untilSent(mails, 2)
      await aDayPasses()
      await reconcile()
      expect(mails).toHaveLength(2)
    })
  })
})
