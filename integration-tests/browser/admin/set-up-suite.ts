import { seriousFaults } from "../../support/browser/serious-faults"
import type { Visit } from "./visit"

const CARD = "Sandbox shop"
const HOSTED = "pp_crypto_crypto"

export function describeSetUp(visit: Visit): void {
  describe("the set-up page", () => {
    // Not before the page was seen: the gateway repeats a webhook that was lost.
    afterEach(() => visit.driver.control.clearFaults())

    it("tells whose account it is, what it takes, where, its addresses, and sends a sample to that of the webhooks", async () => {
      await openSetUp()
      const card = visit.region(CARD)
      await card.getByText("API: connected").waitFor()
      await card.getByText("TEST MODE").waitFor()
      const hosted = card.getByRole("group", { name: HOSTED })
      await hosted.getByText("USDT_TRC20_TEST · Tron Nile").waitFor()
      await hosted.getByText("Placed once the payment is confirmed").waitFor()
      await hosted
        .getByText(`${visit.demo.url}/hooks/crypto/${HOSTED}`)
        .waitFor()
      const shop = hosted.getByRole("link", { name: "Demo shop" })
      expect(await shop.getAttribute("href")).toContain(
        visit.demo.store.regionId
      )
      const { storefrontUrl } = visit.demo
      await card
        .getByText(
          `${storefrontUrl}/payment-collection/{payment_collection_id}`
        )
        .waitFor()
      await card.getByText(`${storefrontUrl}/crypto-refund#{token}`).waitFor()
      expect(await seriousFaults(visit.page, "main")).toEqual([])

      await hosted.getByRole("button", { name: "Send test webhook" }).click()
      await card.getByText("Your own server reached it.").waitFor()
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
      await visit.driver.sql(
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
      const rows = await visit.driver.sql(
        "SELECT callback_base_url FROM crypto_payment_task WHERE callback_base_url IS NOT NULL"
      )
      expect(rows).toEqual([{ callback_base_url: visit.demo.url }])
      await visit.restartMedusa({ CRYPTO_TEST_MODE: "true" })
    })

    it("names the option to fix for a replaced key, as a line above the list does once somebody could not pay, and asks for a wallet where none is attached", async () => {
      const { api_keys } = await changeMerchant({
        rotate_key: true,
        wallets: [],
      })
      await expect(visit.driver.openPayment()).rejects.toThrow("apiKey")
      await visit.openList()
      const alarm = visit.page.getByRole("alert")
      await alarm.getByText("Customers cannot pay").waitFor()
      expect(await seriousFaults(visit.page, "main")).toEqual([])
      await alarm.getByRole("link", { name: "Setup and status" }).click()
      await visit.region("default").waitFor()
      await openSetUp()
      const broken = visit.region("default")
      await broken.getByText("The gateway rejects the key").waitFor()
      const option = await broken.getByText("Option to fix").innerText()
      expect(option).toContain("apiKey")
      expect(option).not.toContain(api_keys[0])
      await testConnection("API: not connected")
      expect(await seriousFaults(visit.page, "main")).toEqual([])

      await visit.restartMedusa({ CRYPTO_API_KEY: api_keys[0] })
      await openSetUp()
      const fixed = visit.region(CARD)
      await fixed.getByText("API: connected").waitFor()
      await fixed.getByText("Attach a wallet").first().waitFor()
      await testConnection("API: connected")
      await visit.openList()
      await visit.page.getByRole("row").first().waitFor()
      expect(await alarm.count()).toBe(0)
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

    /** A payment that the job or a person finds, and that is no news by now. */
    async function payWithoutWebhook(): Promise<void> {
      const { driver } = visit
      await driver.loseWebhooks()
      const sale = await driver.openPayment()
      await driver.pay(sale)
      const { id } = await driver.untilState(sale, "open")
      await driver.actions.check(id)
      // It takes five minutes until a webhook counts as missed.
      await visit.driver.sql(
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
