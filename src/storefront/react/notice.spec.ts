import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"

import { createPayment } from "../fixtures/payment"
import { de } from "../languages"
import { en } from "../locales/en"
import { type CryptoPayment, getPhase } from "../payment"
import { CryptoPaymentError } from "../store-api"
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
    ["is handled", { state: "resolved" }, {}],
  ])("names an order once that %s", (_state, patch, props) => {
    const shown = show({ ...order, ...patch }, props)
    expect(count(shown.replace(/\s+/g, " "), "rder #7")).toBe(1)
    expect(count(show(patch, props), "#7")).toBe(0)
  })

  it("has the session as a reference where the store has to act, and for nothing else", () => {
    for (const state of ["attention", "resolved"] as const) {
      expect(show({ ...order, state })).toMatch(/Reference\npayses_1\n/)
    }
    expect(show({ ...order, state: "settled" })).not.toContain("Reference")
    expect(show({ ...order, cart: "completed" })).not.toContain("Reference")
    expect(show(order)).not.toContain("Reference")
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
      ["of what ends first", { expires_at, pay_until: later }, {}, "January 2"],
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

  it("says how many coins are missing, and not to pay again", () => {
    const shown = show({
      state: "attention",
      quoted_crypto_amount: "1",
      received_crypto_amount: "0.9",
      missing_crypto_amount: "0.1",
    })
    expect(shown).toContain("You sent 0.9 of 1 Ether; 0.1 Ether is missing.")
    expect(shown).toContain("will contact you.")
    expect(shown).toContain("do not pay again.")
    expect(show({ state: "attention" })).not.toContain("missing")
  })
})

const LEFT = "You left the payment page"
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

describe("why a payment could not be started", () => {
  const describe = (
    message: string,
    kind: "refused" | "unavailable" = "refused"
  ) => {
    const error = new CryptoPaymentError(kind, message, 400)
    const html = renderToStaticMarkup(
      createElement(StartError, { error, texts: de })
    )
    const [, text] = /<p>(.*)<\/p>/.exec(html) ?? []
    expect(text?.startsWith(`${de.startFailed} `)).toBe(true)
    return text?.slice(de.startFailed.length + 1)
  }
  const failed = "The crypto payment could not be opened: the gateway"

  it("is said in the shopper's language where the gateway refused it, else by Medusa", () => {
    const unknownCoin = "does not know the chosen coin. Choose another coin."
    expect(describe(`${failed} ${unknownCoin}`)).toBe(de.changeCoin)
    expect(describe(`${failed} rejected it.`)).toBe("")
    const message = "The time to pay for this order is over."
    expect(describe(message)).toBe(message)
    expect(describe("x", "unavailable")).toBe(de.tryAgain)
  })
})
