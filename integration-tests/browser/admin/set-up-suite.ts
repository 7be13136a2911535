import type { Locator } from "playwright-core"
import { fetchAnswer } from "../../support/browser/fetch-answer"
import { seriousFaults } from "../../support/browser/serious-faults"
import type { Visit } from "./visit"

const OUR_API = "**/admin/crypto-payments/gateway"
const CARD = "Sandbox shop · Hosted page"

export function describeSetUp(visit: Visit): void {
  describe("the set-up page", () => {
    // Not before the page was seen: the gateway repeats a webhook that was lost.
    afterEach(() => visit.sales.loseWebhooks(false))

    it("tells whose account it is, what it takes, where, and where webhooks go", async () => {
      await openSetUp()
      const card = visit.region(CARD)
      await card.getByText("Connected").waitFor()
      await card.getByText("TEST MODE").waitFor()
      await card.getByText("USDT_TRC20_TEST · Tron testnet").waitFor()
      await card
        .getByText(`${visit.demo.url}/hooks/crypto/pp_crypto_crypto`)
        .waitFor()
      const shop = card.getByRole("link", { name: "Demo shop" })
      expect(await shop.getAttribute("href")).toContain(
        visit.demo.store.regionId
      )
      expect(await seriousFaults(visit.page, "main")).toEqual([])
    })

    it("names the pay page and the refund page, or which option to set where none is known", async () => {
      await openSetUp()
      const { storefrontUrl } = visit.demo
      const known = visit.region(CARD)
      await known
        .getByText(
          `${storefrontUrl}/payment-collection/{payment_collection_id}`
        )
        .waitFor()
      await known.getByText(`${storefrontUrl}/crypto-refund#{token}`).waitFor()

      await changeGateways((gateway) => {
        gateway.pages = { pay: null, refund: null }
      })
      await openSetUp()
      const unknown = visit.region(CARD)
      await unknown
        .getByText(/no payment links\. Set admin\.storefrontUrl/)
        .waitFor()
      await unknown
        .getByText(/refund links have no address\. Set admin\.storefrontUrl/)
        .waitFor()
      expect(await seriousFaults(visit.page, "main")).toEqual([])
      await visit.page.unroute(OUR_API)
    })

    it("sends a sample through the webhook address", async () => {
      await openSetUp()
      const card = visit.region(CARD)
      await card.getByRole("button", { name: "Send test webhook" }).click()
      await card
        .getByText("Your own server reached it, with your own secret.")
        .waitFor()
    })

    it("warns of a payment that no webhook reported, and of a webhook that was refused", async () => {
      const address = `${visit.demo.url}/hooks/crypto/pp_crypto_crypto`
      const forged = await fetch(address, { method: "POST", body: "{}" })
      expect(forged.status).toBe(401)
      await payWithoutWebhook()

      await openSetUp()
      const card = visit.region(CARD)
      await card.getByText(/payments? (was|were) found by polling/).waitFor()
      await card.getByText("Missing or invalid headers.").waitFor()
      expect(await seriousFaults(visit.page, "main")).toEqual([])
    })

    it("says that the job waits on a copy of a live database, until somebody confirms that the store has moved", async () => {
      const usedAt = "https://live.shop.example"
      await visit.sql(
        `INSERT INTO crypto_payment_task (id, due_at, callback_base_url)
              VALUES ($1, now(), $2)
         ON CONFLICT (id) DO UPDATE SET callback_base_url = $2`,
        [`address:${visit.demo.sandbox.merchantId}`, usedAt]
      )
      await visit.restartMedusa({ CRYPTO_TEST_MODE: "false" })
      await openSetUp()
      const card = visit.region(CARD)
      const heading = card.getByText("The scheduled job waits")
      await heading.waitFor()
      await card.getByText(usedAt).waitFor()
      expect(await seriousFaults(visit.page, "main")).toEqual([])

      await card.getByRole("button", { name: "The store has moved" }).click()
      await heading.waitFor({ state: "hidden" })
      const rows = await visit.sql(
        "SELECT callback_base_url FROM crypto_payment_task WHERE callback_base_url IS NOT NULL"
      )
      expect(rows).toEqual([{ callback_base_url: visit.demo.url }])
      await visit.restartMedusa({ CRYPTO_TEST_MODE: "true" })
    })

    it("names the option to fix for a replaced key, and asks for a wallet where none is attached", async () => {
      const { api_keys } = await changeMerchant({
        rotate_key: true,
        wallets: [],
      })
      await openSetUp()
      const broken = visit.region("pp_crypto_crypto · Hosted page")
      await broken.getByText("The gateway rejected the key").waitFor()
      const option = await broken.getByText("Option to fix").innerText()
      expect(option).toContain("apiKey")
      expect(option).not.toContain(api_keys[0])
      await testConnection("Not connected")
      expect(await seriousFaults(visit.page, "main")).toEqual([])

      // From here on by the admin's development server, which serves
      // package.json as a module of its own.
      await visit.restartMedusa({
        CRYPTO_API_KEY: api_keys[0],
        NODE_ENV: "development",
      })
      await openSetUp()
      const fixed = visit.region(CARD)
      await fixed.getByText("Connected").waitFor()
      await fixed.getByText("Attach a wallet").waitFor()
      await testConnection("Connected")
    })

    it("says so when it cannot be loaded, and tries again", async () => {
      await visit.page.route(OUR_API, (route) => route.abort())
      await visit.goTo("/settings/crypto-payments")
      const alert = visit.page.getByRole("alert")
      await alert.getByText("could not be loaded").waitFor()
      await visit.page.unroute(OUR_API)
      await alert.getByRole("button", { name: "Try again" }).click()
      await visit.region(CARD).waitFor()
    })

    it("links errors to the documentation once the package names its repository", async () => {
      const { page } = visit
      const docs = "https://github.com/acme/crypto/blob/v"
      await page.route(/\/package\.json/, async (route) => {
        const response = await fetchAnswer(route)
        const manifest = (await response.text()).replace(
          /^export const repository = .*$/m,
          ""
        )
        const url = "git+https://github.com/acme/crypto.git"
        const body = `${manifest}\nexport const repository = { url: "${url}" }`
        await route.fulfill({ response, body })
      })
      const link = page.getByRole("link", { name: "Learn more" })

      await page.route(OUR_API, (route) => route.abort())
      await visit.goTo("/settings/crypto-payments")
      await page.getByRole("alert").getByText("Learn more").waitFor()
      const error = await link.getAttribute("href")
      expect(error).toContain(docs)
      expect(error).toMatch(/src\/modules\/.*README\.md#in-the-admin$/)
      expect(await link.getAttribute("target")).toBe("_blank")
      expect(await seriousFaults(page, "main")).toEqual([])
      await page.unroute(OUR_API)

      await changeGateways((gateway) => {
        const message = "invalid key"
        gateway.connection = { ok: false, problem: "wrong_key", message }
      })
      await openSetUp()
      const tip = page.getByText("The gateway rejected the key").first()
      const advice = tip.getByRole("link", { name: "Learn more" })
      expect(await advice.getAttribute("href")).toMatch(/#connection-problems$/)
      expect(await seriousFaults(page, "main")).toEqual([])
      await page.unroute(OUR_API)
    })

    it("keeps a name that is written from right to left apart from its own words", async () => {
      const name = "\u05d7\u05e0\u05d5\u05ea"
      await nameEverything(name)
      await openSetUp()
      const card = visit.region(`\u2068${name}\u2069 · Hosted page`)
      await card.getByText(`X · \u2068${name}\u2069`).waitFor()
      await visit.page.unroute(OUR_API)
    })

    it("keeps a long name without spaces inside its card", async () => {
      const name = "W".repeat(64)
      await nameEverything(name)
      await openSetUp()
      const card = visit.region(`${name} · Hosted page`)
      const edgeOf = async (part: Locator) => {
        const { x = 0, width = Infinity } = (await part.boundingBox()) ?? {}
        return x + width
      }
      const coin = card.getByText(`X · ${name}`)
      expect(await edgeOf(coin)).toBeLessThan(await edgeOf(card))
      const title = card.getByRole("heading")
      expect(await edgeOf(title)).toBeLessThan(await edgeOf(card))
      await visit.page.unroute(OUR_API)
    })

    async function testConnection(result: string) {
      const { page } = visit
      await page.getByRole("button", { name: "Test connection" }).click()
      await page
        .locator("[data-sonner-toast]")
        .getByText(result, { exact: true })
        .waitFor()
    }

    async function openSetUp() {
      await visit.goTo("/settings/crypto-payments")
      await visit.page
        .getByRole("button", { name: "Send test webhook" })
        .first()
        .waitFor()
    }

    /** Lets merchant, coin and network have this name. */
    async function nameEverything(name: string): Promise<void> {
      await changeGateways(({ connection, currencies }) => {
        connection.merchant_name = name
        currencies.unshift({ code: "X", name, network: name })
      })
    }

    /** Lets the page see other gateways than the real answer holds. */
    async function changeGateways(
      change: (gateway: {
        connection: Record<string, unknown>
        pages: { pay: string | null; refund: string | null }
        currencies: unknown[]
      }) => void
    ): Promise<void> {
      await visit.page.route(OUR_API, async (route) => {
        const response = await fetchAnswer(route)
        const json = await response.json()
        json.gateways.forEach(change)
        await route.fulfill({ response, json })
      })
    }

    /** A payment that the job or a person finds, and that is no news by now. */
    async function payWithoutWebhook(): Promise<void> {
      const { sales } = visit
      await sales.loseWebhooks(true)
      const sale = await sales.begin()
      await sales.pay(sale)
      const { id } = await sales.check(sale)
      // It takes five minutes until a webhook counts as missed.
      await visit.sql(
        `UPDATE crypto_payment_event SET at = at - interval '6 minutes'
          WHERE crypto_payment_id = $1`,
        [id]
      )
    }

    /** What the merchant would do in the gateway's dashboard. */
    async function changeMerchant(
      change: object
    ): Promise<{ api_keys: string[] }> {
      const { controlUrl, merchantId } = visit.demo.sandbox
      const answer = await fetch(`${controlUrl}/merchants/${merchantId}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(change),
      })
      const merchant: { api_keys: string[] } = JSON.parse(await answer.text())
      return merchant
    }
  })
}
