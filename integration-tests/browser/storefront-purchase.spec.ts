import { type Demo, startDemo } from "../demo/start-demo"
import { describeInBrowser } from "../support/browser/describe-in-browser"
import { addressSuite } from "./storefront/address-suite"
import { hostedPageSuite } from "./storefront/hosted-page-suite"
import { inlineSuite } from "./storefront/inline-suite"
import { orderFirstSuite } from "./storefront/order-first-suite"
import { payPageSuite } from "./storefront/pay-page-suite"
import { refundSuite } from "./storefront/refund-suite"
import { Stage } from "./storefront/stage"
import { troubleSuite } from "./storefront/trouble-suite"

jest.setTimeout(15 * 60_000)

describeInBrowser("the demo's storefront", () => {
  let demo: Demo | undefined
  let opened: Stage
  const stage = () => opened

  beforeAll(async () => {
    demo = await startDemo({ admin: false, database: "storefront" })
    opened = await new Stage(demo).open()
  })
  afterEach(() => opened?.allLeave())
  afterAll(async () => {
    await opened?.close()
    await demo?.stop()
  })

  describe("on the gateway's page", () => hostedPageSuite(stage))
  describe("right in the cart", () => inlineSuite(stage))
  describe("to an address that", () => addressSuite(stage))
  describe("in trouble", () => troubleSuite(stage))
  describe("by a payment link", () => payPageSuite(stage))
  describe("by a refund link", () => refundSuite(stage))
  describe("after the order was placed", () => orderFirstSuite(stage))

  it("keeps the law: the auditor finds no violation after all of this", async () => {
    const { violations, figures } = await stage().audited()
    expect(violations).toEqual([])
    expect(figures.confirmed).toBeGreaterThan(8)
    expect(figures.settled + figures.attention).toBe(figures.confirmed)
  })
})
