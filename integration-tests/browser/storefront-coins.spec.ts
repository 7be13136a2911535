import { describeInBrowser } from "../support/browser/describe-in-browser"
import { PUBLISHED_COINS } from "./storefront/demo-coins"
import { hostedPageSuite } from "./storefront/hosted-page-suite"
import { inlineSuite } from "./storefront/inline-suite"
import { Stage } from "./storefront/stage"

jest.setTimeout(15 * 60_000)

describeInBrowser(
  "the demo's storefront with the published codes of coins",
  () => {
    let opened: Stage | undefined
    const stage = () => {
      if (!opened) throw new Error("The stage is not there yet.")
      return opened
    }

    beforeAll(async () => {
      opened = await Stage.open({
        database: "storefront-coins",
        tokens: { ETH: { chainId: 1337, decimals: 18, test: true } },
        coins: "published",
      })
    })
    afterEach(() => opened?.allLeave())
    afterAll(async () => {
      await opened?.close()
    })

    describe("on the gateway's page", () => hostedPageSuite(stage))
    describe("right in the cart", () => inlineSuite(stage, PUBLISHED_COINS))

    it("keeps the law: the auditor finds no violation after all of this", async () => {
      const { violations, figures } = await stage().audited()
      expect(violations).toEqual([])
      expect(figures.confirmed).toBeGreaterThan(4)
      expect(figures.settled + figures.attention).toBe(figures.confirmed)
    })
  }
)
