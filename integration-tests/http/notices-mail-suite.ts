import { NoticeList } from "../support/shop/notice-list"
import { paymentSuite } from "../support/shop/payment-fixture"
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
  const BOTH = ["buero@shop.example", "office@shop.example"]

  it("about a payment that needs attention is sent at once, to each address, once", async () => {
    const mails = noticeList.recordMails()
    const { id } = await payTooLittle()
    await untilSent(mails, 2)
    await deliverAgain()
    await runJob()
    await deliverAgain()
    await reconcile()

    const url = `${shop.baseUrl()}/app/crypto-payments/${id}`
    const mail = {
      subject: "A payment needs attention: Amount mismatch",
      text: expect.stringContaining(`Open in the admin: ${url}`),
      html: expect.stringContaining(`<a href="${url}">Open in the admin</a>`),
    }
    expect(mails).toMatchObject([mail, mail])
    expect(mails.map(({ to }) => to).sort()).toEqual(BOTH)
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
    expect(mails[0].subject).toBe(
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

  it("is in the language that the options name", async () => {
    const { notify } = books.ledger.merchants.options("default")
    const mails = noticeList.recordMails()
    notify.language = "de"
    try {
      await payTooLittle()
      await untilSent(mails, 2)
    } finally {
      notify.language = "en"
    }
    const mail = {
      subject: "Eine Zahlung braucht Ihre Aufmerksamkeit: Abweichender Betrag",
      text: expect.stringContaining("In der Verwaltung öffnen"),
      html: expect.stringMatching(/^<!doctype html><html lang="de">/),
    }
    expect(mails).toMatchObject([mail, mail])
  })

  it("is sent about nothing that is for the feed only", async () => {
    const mails = noticeList.recordMails()
    await openConfirmed()
    await runJob()
    await db().raw(
      "UPDATE crypto_payment_event SET at = at - interval '10 minutes'"
    )
    await books.ledger.notices.open({
      kind: "unpaid_order_ending",
      subject_id: "order_1",
      merchant_id: shop.gateway.merchantId,
    })
    await reconcile()
    expect(await noticeList.feed()).toHaveLength(2)
    await deliverAgain()
    await reconcile()
    expect(mails).toEqual([])
  })
})
