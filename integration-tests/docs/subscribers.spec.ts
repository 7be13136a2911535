import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type {
  IEventBusModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

import type { CustomerMailTexts } from "../../src/customer-mails"
import { startSandbox } from "../../src/sandbox"
import { eventually } from "../support/eventually"
import { NoticeList } from "../support/shop/notice-list"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"
import { newHash } from "../support/shop/refund-requests"
import { testShop } from "../support/shop/test-shop"
import { codeBlock } from "./pages"
import { runBlock } from "./run-block"

type Event = { name: string; data: Record<string, unknown> }

type Subscriber = {
  default(args: { event: Event; container: MedusaContainer }): Promise<void>
  config: { event: string | string[] }
}

// The kit is made for browsers; tsc must not see it here.
const { refundLoaders } = jest.requireActual<{
  refundLoaders: ReadonlyMap<
    string,
    () => Promise<
      Record<string, { order: string; steps: { enter: readonly string[] } }>
    >
  >
}>("../../src/storefront/locales/refund")

const mailCustomer = runBlock<
  Subscriber & { texts: Record<string, CustomerMailTexts> }
>(codeBlock("mailCustomer"))
const postToSlack = runBlock<Subscriber>(codeBlock("postToSlack"))
const forwardEvent = runBlock<Subscriber>(codeBlock("forwardEvent"))

describe("the texts of e-mails to customers", () => {
  const { texts } = mailCustomer

  /** Each text with its path and its placeholders, such as `paid.1`. */
  const textsOf = (value: unknown, name = ""): [string, string, string][] =>
    typeof value === "string"
      ? [[name, value, (value.match(/\{.*?\}+/g) ?? []).join()]]
      : Object.entries(value ?? {}).flatMap(([key, part]) =>
          textsOf(part, `${name}.${key}`)
        )

  it("exist in the kit's languages", () => {
    const languages = ["en", ...refundLoaders.keys()]
    expect(Object.keys(texts).sort()).toEqual(languages.sort())
  })

  describe.each([...refundLoaders])("in %s", (language, loadTexts) => {
    it("are those of English, with its placeholders", () => {
      const shape = (value: unknown) =>
        textsOf(value).map(([name, , placeholders]) => [name, placeholders])
      expect(shape(texts[language])).toEqual(shape(texts.en))
    })

    it("are translated", () => {
      const english = textsOf(texts.en).map(([, text]) => text)
      expect(
        textsOf(texts[language]).filter(([, text]) => english.includes(text))
      ).toEqual([])
    })

    it("say order and refund as the kit does", async () => {
      const [{ order, steps }] = Object.values(await loadTexts())
      expect(texts[language].order).toBe(order)
      expect(texts[language].refund_requested[0]).toContain(steps.enter[0])
    })
  })

  it("are replaced by those of the store", () => {
    const { ownTexts } = runBlock<{ ownTexts: typeof texts }>(
      codeBlock("ownTexts")
    )
    expect(ownTexts.en.paid[0]).toBe("Thank you!")
    expect(ownTexts.en.expired).toBe(texts.en.expired)
    expect(ownTexts.de).toBe(texts.de)
  })
})

const customerMailsSuite = refundSuite("an e-mail to a customer", (shop) => {
  const { actions, db, refundRequests, customer, control } = shop
  const { openInline, transfer, until, pay } = shop
  const notices = new NoticeList(shop)
  let events: Event[] = []
  let mails: ReturnType<NoticeList["recordMails"]> = []

  beforeAll(() => {
    const bus = shop.resolve<IEventBusModuleService>(Modules.EVENT_BUS)
    for (const name of [mailCustomer.config.event].flat()) {
      bus.subscribe(name, async ({ data }) => {
        const event = { name, data: data as Event["data"] }
        events.push(event)
        await mailCustomer.default({ event, container: shop.container() })
      })
    }
  })
  beforeEach(() => {
    events = []
    mails = notices.recordMails()
  })
  afterEach(() => jest.restoreAllMocks())

  const mailAbout = async (subject: RegExp) =>
    await eventually(
      async () => mails.find((each) => subject.test(each.subject)),
      { otherwise: `No e-mail "${subject}"` }
    )

  const emailOf = async (cartId: string) => {
    const [{ email }] = await db()("cart").where({ id: cartId }).select("email")
    return String(email)
  }

  it("says that the payment was received, once, whatever is delivered twice", async () => {
    const { cart } = await pay()
    const mail = await mailAbout(/^Your payment was received \(Order #\d+\)$/)
    expect(mail.to).toBe(await emailOf(cart.id))
    const settled = events.find(({ name }) => name.endsWith("settled"))
    if (!settled) throw new Error("There is no such event.")
    await mailCustomer.default({ event: settled, container: shop.container() })
    expect(mails).toHaveLength(1)
  })

  it("is in the language of the cart, and in English for one without texts", async () => {
    const opened = await openInline("USDT_TRC20")
    const speak = async (locale: string | null) =>
      await db()("cart").where({ id: opened.cart.id }).update({ locale })
    await speak("de-AT")
    await control.expire(opened.gatewayId)
    await until(opened, "closed")
    const mail = await mailAbout(/^Ihre Zahlung ist abgelaufen$/)
    expect(mail.text).not.toContain("{{")
    expect(mail.html).toMatch(/^<p dir="ltr">/)

    const expired = events.find(({ name }) => name.endsWith("expired"))
    if (!expired) throw new Error("There is no such event.")
    const subjectIn = async (locale: string | null) => {
      await speak(locale)
      const data = { ...expired.data, event_id: `in ${locale}` }
      const event = { ...expired, data }
      const { length } = mails
      await mailCustomer.default({ event, container: shop.container() })
      return mails[length]?.subject
    }
    const { texts } = mailCustomer
    expect(await subjectIn("pt-BR")).toBe(texts.pt.expired[0])
    expect(await subjectIn("zh_Hant_TW")).toBe(texts.zh.expired[0])
    expect(await subjectIn("KO-kr")).toBe(texts.ko.expired[0])
    for (const locale of ["sv-SE", "fil-PH", "constructor", "", null]) {
      expect(await subjectIn(locale)).toBe(texts.en.expired[0])
    }
    expect(await subjectIn("ar-EG")).toBe(texts.ar.expired[0])
    expect(mails.at(-1)?.html).toMatch(/^<p dir="rtl">/)
  })

  it("says that a payment is checked, and then where its remainder is paid", async () => {
    const opened = await openInline("USDT_TRC20")
    await transfer(opened, { kind: "short" })
    await until(opened, "attention")
    const checking = await mailAbout(/^We are checking your payment/)
    expect(checking.text).toContain("Please do not pay again.")

    const { remainders } = await actions.requestRemainder(opened.id)
    const [{ url }] = remainders
    expect(url).toMatch(/\/payment-collection\/pay_col_\w+$/)
    const { text, html } = await mailAbout(/^Please pay your order/)
    expect(text).toContain(`: ${url}`)
    expect(html).toContain(`<a href="${url}">`)
  })

  it("has a refund link that works beside the admin's, and is nowhere stored", async () => {
    const { id } = await pay()
    const made = await refundRequests.request(id)
    const { text } = await mailAbout(/^Your refund \(/)
    const [, token = ""] = /\/crypto-refund#(\w+\.[\w-]{43})$/.exec(text) ?? []
    expect(token).not.toBe(made.token)
    for (const link of [token, made.token]) {
      expect(await customer.read(link)).toMatchObject({
        state: "waiting_for_address",
      })
    }
    for (const table of [
      ...["notification", "crypto_payment_event", "crypto_refund_request"],
      ...["crypto_payment_outbox", "workflow_execution"],
    ]) {
      const { rows } = await db().raw(
        `SELECT count(*)::int AS found FROM ${table} AS row WHERE row::text LIKE ?`,
        [`%${token.split(".")[1]}%`]
      )
      expect([table, rows]).toEqual([table, [{ found: 0 }]])
    }
    const requested = events.find(({ name }) =>
      name.endsWith("refund_requested")
    )
    expect(JSON.stringify(requested)).not.toMatch(/[\w-]{43}/)

    const { link } = await refundRequests.link(made.refund_request.id)
    await expect(customer.read(token)).rejects.toMatchObject({ status: 404 })
    expect(link).not.toBeNull()
  })

  it("says that a refund was sent, with its transaction", async () => {
    const { id } = await pay()
    const made = await refundRequests.request(id)
    const { text } = await mailAbout(/^Your refund \(/)
    const [token] = /\w+\.[\w-]{43}$/.exec(text) ?? [""]
    await customer.confirm(token, tronAddress())
    const hash = newHash()
    await refundRequests.send(made.refund_request.id, hash)
    const sent = await mailAbout(/^Your refund was sent/)
    expect(sent.text).toContain(hash)
  })

  it("says so of a refund that was recorded without a request, too", async () => {
    const { id } = await pay()
    const hash = newHash()
    await actions.refund(id, "1", hash)
    expect((await mailAbout(/^Your refund was sent/)).text).toContain(hash)
  })
})

type Received = { headers: IncomingHttpHeaders; body: string }

const toolsSuite = refundSuite("a message to another tool", (shop) => {
  const events = shop.collectEvents(["crypto_payment.attention_required"])
  let server: Server
  let received: Received[] = []
  let answers: number[] = []

  beforeAll((done) => {
    server = createServer((req, res) => {
      let body = ""
      req.on("data", (chunk) => (body += chunk))
      req.on("end", () => {
        received.push({ headers: req.headers, body })
        res.writeHead(answers.shift() ?? 200).end()
      })
    }).listen(0, "127.0.0.1", done)
  })
  afterAll((done) => void server.close(done))
  beforeEach(() => {
    received = []
    answers = []
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    Object.assign(process.env, {
      ADMIN_URL: "https://store.example/app",
      SLACK_WEBHOOK_URL: url,
      FORWARD_URL: url,
      FORWARD_SECRET: Buffer.from("a secret of twenty-four bytes").toString(
        "base64"
      ),
    })
  })

  /** The event that the plugin emits about a payment that needs attention. */
  const attentionRequired = async (): Promise<Event> => {
    await shop.payTooLittle()
    return await eventually(async () => events[0], {
      otherwise: "No event came",
    })
  }

  it("tells Slack what happened and what to do", async () => {
    const event = await attentionRequired()
    const container = shop.container()
    await postToSlack.default({ event, container })
    const { text } = JSON.parse(received[0].body) as { text: string }
    expect(text).toContain(
      `https://store.example/app/crypto-payments/${String(event.data.id)}`
    )
    expect(text).toContain("amount_mismatch")

    answers = [500]
    await expect(postToSlack.default({ event, container })).rejects.toThrow(
      "Slack responded with 500."
    )
  })

  it("is signed with the shared secret over id, time and body", async () => {
    const event = await attentionRequired()
    await forwardEvent.default({ event, container: shop.container() })
    const [{ headers, body }] = received
    expect(JSON.parse(body)).toMatchObject({
      type: "crypto_payment.attention_required",
      timestamp: event.data.occurred_at,
      data: {
        reason: "amount_mismatch",
        advice_keys: {
          what_to_do: "attention.advice.amount_mismatch.what_to_do",
        },
      },
    })
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
    const key = Buffer.from(String(process.env.FORWARD_SECRET), "base64")
    const signature = createHmac("sha256", key).update(signed).digest("base64")
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`)
    expect(headers["webhook-id"]).toBe(event.data.event_id)
  })
})

testShop({
  startGateway: () => startSandbox({ control: true, retryIntervalSeconds: 1 }),
  environment: {
    NOTIFICATION_CHANNELS: "feed,email",
    CRYPTO_MAX_SHORTFALL_PERCENT: "1",
  },
  suites: [customerMailsSuite, toolsSuite],
})
