import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"

import { createPayment } from "../fixtures/payment"
import { en } from "../locales/en"
import type { CryptoPayment } from "../payment-state"
import { getPhase } from "../phase"
import { NO_VIEW } from "../watch"
import { useLeftTexts } from "./use-left-texts"

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
    const Heading = () => useLeftTexts(view, en).phases.expired[0]
    return renderToStaticMarkup(createElement(Heading))
  }

  it("says that the shopper left the hosted page, where that was soon", () => {
    expect(head(4)).toBe(LEFT)
  })

  it("stays in a tab that is opened again", () => {
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
