import { Modules } from "@medusajs/framework/utils"
import { LocalNotificationService } from "@medusajs/notification-local/dist/services/local"
import { gatewayAlarmsSuite } from "./gateway-alarms-suite"
import onDelivered from "../../src/subscribers/crypto-payment-delivered"
import type { NotifiedEvent } from "../../src/workflows/notify"
import { eventually } from "../support/eventually"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"
import { testShop } from "../support/shop/test-shop"

const EMAIL = ["buero@shop.example", "office@shop.example"]

const notifySuite = refundSuite("the people of the store", (shop) => {
  const { actions, books, customer, db, pay, payTooLittle, refundRequests } =
    shop
  const { reconcile } = shop
  const events = shop.collectEvents([
    "crypto_payment.attention_required",
    "crypto_payment.refund_address_entered",
  ])
  const log = shop.watchLog()

  afterEach(() => jest.restoreAllMocks())

  const outbox = () => db()("crypto_payment_outbox").select("id")

  /** Once they came back from the bus, and people were notified. */
  const untilDelivered = () =>
    eventually(async () => ((await outbox()).length === 0 ? true : undefined), {
      otherwise: "Events stay in the outbox",
    })

  const letPass = async (seconds = 0) => {
    await db()("crypto_payment_outbox").update({ deliver_at: new Date() })
    await db().raw(
      "UPDATE notification SET created_at = created_at - ?::int * interval '1 second'",
      [seconds]
    )
  }

  /** The entries of the feed, or the e-mails that were sent, by recipient. */
  const sent = (channel: "feed" | "email") =>
    db()("notification")
      .where(channel === "feed" ? { channel } : { channel, status: "success" })
      .orderBy("to")
      .select<{ to: string; data: Record<string, string> }[]>(
        "to",
        "data",
        "template"
      )

  it("have one entry in the feed, and one e-mail each, about a payment that needs attention, also where its event is delivered twice", async () => {
    const { id } = await payTooLittle()
    await untilDelivered()
    const [{ name, data }] = events
    await onDelivered({
      event: { name, data: data as unknown as NotifiedEvent },
      container: shop.container(),
      pluginOptions: {},
    })
    const [entry, ...more] = await sent("feed")
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      template: "admin-ui",
      data: { title: expect.stringMatching(/^€5\.00 · .+ needs attention$/) },
    })
    const { attention_detail, attention_about } = await actions.show(id)
    const customer = String(attention_about?.customer)
    expect(entry.data.title).toBe(`€5.00 · ${customer} needs attention`)
    expect(attention_detail).toMatch(
      /^.+ paid €5\.00; the cart now costs €10\.00\.$/
    )
    expect(attention_detail?.startsWith(`${customer} paid`)).toBe(true)
    expect(entry.data.description).toBe(
      `${attention_detail}\n/app/crypto-payments/${id}`
    )
    expect(JSON.stringify(entry.data).replace(`/${id}`, "")).not.toMatch(
      /(?:cpay|cart|order)_/
    )
    expect((await sent("email")).map(({ to }) => to)).toEqual(EMAIL)
  })

  it("get notice of which items of a paid order have no stock", async () => {
    const { session, orderId } = await shop.payOrder("shirt")
    const { display_id } = await shop
      .resolve(Modules.ORDER)
      .retrieveOrder(orderId)
    await shop.leaveWithoutStock(orderId)
    await shop.setStock("shirt", 0)
    await shop.verifyAgain()
    await untilDelivered()
    const { id, attention_detail } = await books.attemptOf(session.id)
    expect(attention_detail).toMatch(
      new RegExp(
        `^Order #${display_id} is paid, but has no stock for .+\\. Nothing is reserved for it\\.$`
      )
    )
    const { attention_about } = await actions.show(id)
    expect(attention_about?.customer).toMatch(/\w/)
    expect(await sent("feed")).toMatchObject([
      {
        data: {
          title: `€13.00 · ${attention_about?.customer} needs attention`,
          description: `${attention_detail}\n/app/crypto-payments/${id}`,
        },
      },
    ])
  })

  it("are notified of an address that a customer entered, and of no secret", async () => {
    const { id } = await pay()
    const { token, refund_request } = await refundRequests.request(id, {
      note: "Damaged.",
    })
    const address = tronAddress()
    await customer.confirm(token, address)
    await untilDelivered()
    expect(await sent("feed")).toMatchObject([
      {
        data: {
          title: `Crypto refund of order #${refund_request.order_display_id} can be sent`,
          description: expect.stringContaining(`/crypto-payments/${id}`),
        },
      },
    ])
    const mails = await sent("email")
    expect(mails.map(({ to }) => to)).toEqual(EMAIL)
    const everything = JSON.stringify([await sent("feed"), mails])
    for (const word of [address, token, "Damaged", "5.00", "@example"]) {
      expect(everything).not.toContain(word)
    }
  })

  it("are notified later where a provider fails, and only who was not notified", async () => {
    const send = jest
      .spyOn(LocalNotificationService.prototype, "send")
      .mockImplementation(async ({ to }) => {
        if (to === EMAIL[1]) throw new Error("Mailbox unavailable.")
        return {}
      })
    log.start()
    const { id } = await payTooLittle()
    const tried = () => send.mock.calls.map(([{ to }]) => to)
    const untilTold = (count: number) =>
      eventually(async () => (tried().length === count ? true : undefined), {
        otherwise: `Not ${count} notifications`,
      })
    await untilTold(3)
    expect(tried().sort()).toEqual(["", ...EMAIL])
    await letPass()
    await reconcile()
    await untilTold(4)
    expect(await outbox()).toHaveLength(1)
    expect(
      log.lines.filter((line) =>
        line.includes(
          `The email notification about crypto payment ${id} failed, and is tried again`
        )
      )
    ).toHaveLength(2)

    send.mockResolvedValue({})
    await letPass()
    await reconcile()
    await untilDelivered()
    expect(tried().sort()).toEqual(["", EMAIL[0], EMAIL[1], EMAIL[1], EMAIL[1]])
    expect((await sent("email")).map(({ to }) => to)).toEqual(EMAIL)
    expect(await sent("feed")).toHaveLength(1)
  })

  it("are notified anew where a process died while it sent", async () => {
    const send = jest
      .spyOn(LocalNotificationService.prototype, "send")
      .mockImplementation(async () => await new Promise<never>(() => {}))
    await payTooLittle()
    await eventually(async () => send.mock.calls[2], {
      otherwise: "Nothing is sent",
    })
    send.mockResolvedValue({})
    await letPass(61)
    await reconcile()
    await untilDelivered()
    expect(await sent("feed")).toHaveLength(1)
    expect(await sent("email")).toHaveLength(2)
  })

  it("are not notified of a payment that somebody dealt with before", async () => {
    const send = jest
      .spyOn(LocalNotificationService.prototype, "send")
      .mockImplementation(async ({ channel }) => {
        if (channel === "email") throw new Error("Out of order.")
        return {}
      })
    const { id } = await payTooLittle()
    await eventually(async () => send.mock.calls[2], {
      otherwise: "Nothing is sent",
    })
    await actions.resolve(id, { kind: "other" })
    send.mockResolvedValue({})
    await letPass()
    await reconcile()
    await untilDelivered()
    expect(await sent("email")).toEqual([])
  })

  it("have no entry with notify.feed: false, and e-mails all the same", async () => {
    const { notify } = books.ledger.merchants.options("default")
    notify.feed = false
    try {
      await payTooLittle()
      await untilDelivered()
    } finally {
      notify.feed = true
    }
    expect(await sent("feed")).toEqual([])
    expect(await sent("email")).toHaveLength(2)
  })

  it("are notified by the other channel where one has no provider, which is logged once", async () => {
    const { modules } = shop.container().resolve("configModule")
    const entry = modules?.[Modules.NOTIFICATION] as {
      options: { providers: { options: { channels: string[] } }[] }
    }
    const [{ options }] = entry.options.providers
    const { channels } = options
    options.channels = ["feed"]
    log.start()
    try {
      await payTooLittle()
      await payTooLittle()
      await untilDelivered()
    } finally {
      options.channels = channels
    }
    expect(await sent("feed")).toHaveLength(2)
    expect(await sent("email")).toEqual([])
    expect(
      log.lines.filter((line) =>
        line.includes('no notification provider for the channel "email"')
      )
    ).toHaveLength(1)
  })
})

testShop({
  gateway: { expires: true, retryIntervalSeconds: 1 },
  environment: {
    CRYPTO_NOTIFY: JSON.stringify({ email: EMAIL }),
    NOTIFICATION_CHANNELS: "feed,email",
  },
  suites: [notifySuite, gatewayAlarmsSuite],
})
