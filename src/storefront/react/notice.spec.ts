import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"

import { createPayment } from "../fixtures/payment"
import { de } from "../languages"
import { en } from "../locales/en"
import { type CryptoPayment, getPhase } from "../payment"
import { CryptoPaymentError, type CryptoPaymentErrorKind } from "../store-api"
import { NO_VIEW } from "../watch"
import { PaymentNotice, StartError } from "./notice"
import { useLeftTexts, useTexts } from "./use-texts"

type Props = Partial<Parameters<typeof PaymentNotice>[0]>

/** The text that a page shows of a payment. */
function show(patch: Partial<CryptoPayment>, props: Props = {}): string {
  const payment = createPayment(patch)
  const html = renderToStaticMarkup(
    createElement(PaymentNotice, {
      view: { ...NO_VIEW, phase: getPhase(payment), payment },
      locale: "en",
      texts: en,
      ...props,
    })
  )
  return html.replace(/<[^>]+>/g, "\n").replace(/\n+/g, "\n")
}

const count = (text: string, part: string) => text.split(part).length - 1

describe("the notice of a payment", () => {
  const order = { order_display_id: 7 }

  it.each<[string, Partial<CryptoPayment>, Props]>([
    ["is waited for", {}, {}],
    ["was sent", {}, { isSent: true }],
    ["is placed", { state: "settled" }, {}],
    ["was paid otherwise", { cart: "completed" }, {}],
    ["needs attention", { state: "attention" }, {}],
    ["is paid twice", { state: "attention", duplicate: true }, {}],
    ["is expired", { state: "closed" }, {}],
    ["is handled", { state: "resolved" }, {}],
  ])("names an order once that %s", (_state, patch, props) => {
    const shown = show({ ...order, ...patch }, props)
    expect(count(shown.replace(/\s+/g, " "), "rder #7")).toBe(1)
    expect(count(show(patch, props), "#7")).toBe(0)
  })

  it("begins with the order that it is about", () => {
    for (const state of ["settled", "attention", "paid"] as const) {
      expect(show({ ...order, state })).toMatch(/^\nOrder \n#7\n/)
    }
    const waiting = "\nYour order #7 is waiting for payment"
    expect(show(order).startsWith(waiting)).toBe(true)
  })

  it("has the session as a reference where the store has to act, and for nothing else", () => {
    for (const state of ["attention", "resolved"] as const) {
      expect(show({ ...order, state })).toMatch(/Reference\npayses_1\n/)
    }
    for (const patch of [{ state: "settled" }, { cart: "completed" }, {}]) {
      expect(show({ ...order, ...patch } as object)).not.toContain("Reference")
    }
  })

  const hosted = { flow: "widget", gateway_status: "created" } as const
  it.each<[Partial<CryptoPayment>, string, boolean]>([
    [{ state: "creating" }, en.starting, false],
    [hosted, en.notPaid, false],
    [{ ...hosted, gateway_status: "pending" }, en.waiting, true],
    [{}, en.waiting, true],
    [{ state: "closed" }, "€19.99", false],
  ])("of %j says %s, and may be closed: %s", (patch, text, mayClose) => {
    const shown = show(patch)
    expect(shown).toContain(text)
    expect(shown.includes(en.closePage)).toBe(mayClose)
  })

  it.each([
    // ICU writes these with no digits, the gateway asks with its own.
    ["1990.50", "huf", "HUF\u00a01,990.50"],
    ["1990", "huf", "HUF\u00a01,990"],
    ["1991", "jpy", "¥1,991"],
    ["19.90", "eur", "€19.90"],
    ["12345678901234567.89", "eur", "€12,345,678,901,234,567.89"],
    ["1.5", "usdt", "1.5 USDT"],
  ])("writes %s in %s as %s", (amount, currency_code, price) => {
    expect(show({ amount, currency_code })).toContain(`\n${price}\n`)
  })

  describe("says until when to pay", () => {
    const expires_at = "2026-01-02T12:00:00.000Z"
    const sooner = "2026-01-01T12:00:00.000Z"
    const later = "2026-01-03T12:00:00.000Z"
    /** Of a page that it is paid on. */
    const onEnd = () => undefined

    it.each<[string, Partial<CryptoPayment>, Props, string | null]>([
      ["of an inline payment", { expires_at }, {}, "January 2"],
      ["of an order", { pay_until: later }, {}, "January 3"],
      ["of its order", { expires_at, pay_until: later }, {}, "January 3"],
      [
        "of an order, once its payment expired",
        { state: "closed", pay_until: later },
        { onEnd },
        "January 3",
      ],
      ["of it", { expires_at, pay_until: sooner }, {}, "January 1"],
      [
        "of an order, beside the countdown",
        { expires_at, pay_until: later },
        { onEnd },
        "January 3",
      ],
      ["not beside the countdown", { expires_at }, { onEnd }, null],
      ["not of a hosted page", { expires_at, flow: "widget" }, {}, null],
      ["not of what was sent", { pay_until: later }, { isSent: true }, null],
    ])("%s", (_what, patch, props, day) => {
      const shown = show(patch, props)
      if (day === null) expect(shown).not.toContain("Please pay by")
      else expect(shown).toContain(`Please pay by ${day}`)
    })
  })

  it.each(["expired", "failed"])(
    "says once until when an order is reserved whose payment %s",
    (gateway_status) => {
      const patch = { state: "closed", gateway_status, ...order } as const
      const pay_until = "2026-01-03T12:00:00.000Z"
      const shown = show({ ...patch, pay_until })
      expect(shown).toContain(
        "\nYour order #7 is reserved until January 3, 2026"
      )
      expect(shown).toContain("The old address is no longer valid")
      expect(shown).not.toMatch(/Please pay by|Do not send|No payment was/)
      expect(count(shown, "#7")).toBe(1)
      expect(show(patch)).toContain("Do not send anything else")
    }
  )

  it("says how many coins are missing or too many, and not to pay again", () => {
    const shown = show({
      state: "attention",
      quoted_crypto_amount: "1",
      received_crypto_amount: "0.9",
      missing_crypto_amount: "0.1",
    })
    expect(shown).toContain("You sent 10% less than asked: 0.9 of 1 Ether.")
    expect(shown).toMatch(/will contact you\..* do not pay again\./)
    const surplus = { surplus_crypto_amount: "0.5" }
    const more = "You sent 0.5 Ether more than asked"
    expect(show({ state: "settled", ...surplus })).toContain(more)
    expect(show({ state: "attention" })).not.toContain("You sent")
  })
})

const LEFT = en.notPaid
const FAILED_URL = "https://shop.example/return?payment_left=1"
const OPENED_AT = "2026-01-01T00:00:00.000Z"

describe("the heading of an expired payment", () => {
  const setGlobal = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { configurable: true, value })

  beforeEach(() => {
    const stored = new Map<string, string>()
    setGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
  })

  afterEach(() => {
    Reflect.deleteProperty(globalThis, "localStorage")
    Reflect.deleteProperty(globalThis, "location")
  })

  /** On a page that is opened so many minutes after the payment was. */
  function head(
    minutes: number,
    patch: Partial<CryptoPayment> = {},
    href = FAILED_URL
  ): string {
    setGlobal("location", { href })
    const payment = createPayment({
      state: "closed",
      gateway_status: "expired",
      flow: "widget",
      opened_at: OPENED_AT,
      server_time: new Date(
        Date.parse(OPENED_AT) + minutes * 60_000
      ).toISOString(),
      ...patch,
    })
    const view = { ...NO_VIEW, phase: getPhase(payment), payment }
    const Heading = () => useLeftTexts(view, en).expired
    return renderToStaticMarkup(createElement(Heading))
  }

  it("says that the shopper left the hosted page soon, also in a tab that is opened again", () => {
    expect(head(4)).toBe(LEFT)
    expect(head(400)).toBe(LEFT)
    expect(head(400, { payment_session_id: "payses_2" })).not.toBe(LEFT)
  })

  it.each<[string, ...Parameters<typeof head>]>([
    ["the time was up", 5],
    ["nobody knows when it was opened", 4, { opened_at: null }],
    ["it is inline", 4, { flow: "h2h" }],
    ["it failed", 4, { gateway_status: "failed" }],
    ["it is paid", 4, { state: "paid" }],
    ["it was opened by another URL", 4, {}, "https://shop.example/return"],
  ])("says so not where %s", (_why, ...page) => {
    expect(head(...page)).toBe("Payment expired")
  })
})

describe("labels", () => {
  it("replace single texts, and leave the others", () => {
    const labels = { pay: "Coins, please", expired_text: "Start again." }
    const Texts = () => {
      const { texts } = useTexts({ sdk: {} as never, labels })
      return [texts.pay, texts.expired, texts.expired_text, texts.copy].join()
    }
    expect(renderToStaticMarkup(createElement(Texts))).toBe(
      "Coins, please,Payment expired,Start again.,Copy"
    )
  })
})

it.each<[CryptoPaymentErrorKind, string, string, number?]>([
  ["coin_not_offered", de.coinNotOffered, "x", 400],
  ["unavailable", de.tryAgain, "x", 503],
  ["unavailable", de.offline, "x", undefined],
  ["refused", "", "The crypto payment could not be opened: x", 422],
  ["refused", "The time is over.", "The time is over.", 400],
])("a start that failed (%s) says: %s", (kind, text, ...answer) => {
  const error = new CryptoPaymentError(kind, ...answer)
  const alert = createElement(StartError, { error, texts: de })
  const shown = renderToStaticMarkup(alert)
  expect(shown).toContain(`<p>${de.startFailed} ${text}</p>`)
})
