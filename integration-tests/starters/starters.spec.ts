import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import type { Browser } from "playwright-core"
import {
  type PackedStore,
  startPackedStore,
  testDatabaseUrl,
} from "../package/packed-store"
import { visitAdmin } from "../package/try-store"
import {
  type ChromiumOptions,
  launchBrowser,
} from "../support/browser/chromium"
import { describeInBrowser } from "../support/browser/describe-in-browser"
import { freePort } from "../support/postgres"
import { HOSTED, INLINE, MANUAL } from "../support/shop/open-payment"
import type { StoreDriver } from "../support/store-driver"
import {
  type InstalledStarters,
  STOREFRONTS,
  installStarters,
} from "./install-starters"
import { readStore, startStorefront } from "./starter-store"
import { PHONE, StorefrontVisit } from "./storefront-visit"

const INSTALL_LIMIT_MS = 40 * 60_000
const BUILD_LIMIT_MS = 15 * 60_000
/** On Tron. */
const ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

jest.setTimeout(4 * 60_000)

const archives = path.resolve(process.env.STARTERS_DIR ?? "")
const describeStarters = process.env.STARTERS_DIR
  ? describeInBrowser
  : describe.skip

const title =
  "Medusa's starters, of the folder STARTERS_DIR, with the packed plugin"

describeStarters(title, () => {
  let workFolder: string
  let installed: InstalledStarters
  let ports: number[]
  let store: PackedStore | undefined
  let driver: StoreDriver

  beforeAll(async () => {
    // Outside the repository, so that no package of it can be found.
    workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "starters-"))
    installed = await installStarters(archives, workFolder)
    // For scripts/test-starters.
    process.stderr.write("The starters are installed.\n")
    ports = await Promise.all(STOREFRONTS.map(() => freePort()))
    const storefronts = ports.map((port) => `http://localhost:${port}`)
    store = await startPackedStore(
      installed.backend,
      testDatabaseUrl("starters"),
      {
        STORE_CORS: storefronts.join(","),
        ADMIN_CORS: "http://localhost:9000",
        AUTH_CORS: storefronts.join(","),
      }
    )
    driver = await store.drive(await readStore(store.url))
  }, INSTALL_LIMIT_MS)

  afterAll(async () => {
    await store?.stop()
    fs.rmSync(workFolder, { recursive: true, force: true })
  })

  describe.each(STOREFRONTS)("in production, %s", (name) => {
    const email = (who: string) => `${who}@${name}.test`
    let storefront: Awaited<ReturnType<typeof startStorefront>> | undefined
    let chromium: Browser | undefined
    const visits: StorefrontVisit[] = []

    beforeAll(async () => {
      const { url, store } = driver.shop
      storefront = await startStorefront(
        installed.storefronts[name],
        ports[STOREFRONTS.indexOf(name)],
        { medusaUrl: url, publishableKey: store.publishableKey }
      )
      chromium = await launchBrowser()
      // A shopper came before crypto was enabled: the build kept what it read then.
      await driver.setProviders([MANUAL])
      const early = await visit()
      const cartId = await driver.cart("shirt", email("early"))
      await early.toPayment(cartId, "Manual Payment")
      await driver.setProviders([HOSTED, INLINE, MANUAL])
    }, BUILD_LIMIT_MS)

    afterEach(() => Promise.all(visits.splice(0).map((each) => each.end())))

    afterAll(async () => {
      await chromium?.close()
      await storefront?.stop()
    })

    async function visit(options?: ChromiumOptions): Promise<StorefrontVisit> {
      const urls = { storefront: storefront!.url, gateway: store!.gatewayUrl }
      const begun = await StorefrontVisit.begin(urls, chromium!, options)
      visits.push(begun)
      return begun
    }

    it("sells to a guest on the gateway's page, from the product to the order", async () => {
      const guest = await visit()
      await guest.addShirt()
      await guest.fillInCheckout(email("guest"))
      await guest.chooseCrypto()
      await guest.toGateway()
      await guest.payAtGateway()
      const id = await guest.atOrder()
      expect(await driver.paidOrders(email("guest"))).toEqual([
        expect.objectContaining({ id, total: 20 }),
      ])
      await guest.goTo("/dk")
      await guest.cartLink(0).waitFor()
      expect(guest.faults).toEqual([])
    })

    it("sells in the checkout, on a phone, also after a reload", async () => {
      const cartId = await driver.cart("shirt", email("inline"))
      const shopper = await visit(PHONE)
      await shopper.toPayment(cartId)
      await shopper.chooseCrypto()
      await shopper.chooseCoin()
      const address = await shopper.shownAddress()
      expect(await shopper.overflow()).toBe(0)
      await shopper.page.reload()
      expect(await shopper.shownAddress()).toBe(address)
      const [attempt, ...others] = await driver.ledger(cartId)
      expect(others).toEqual([])
      await driver.control.pay(attempt.gateway_payment_id)
      const id = await shopper.atOrder()
      expect(await driver.paidOrders(email("inline"))).toEqual([
        expect.objectContaining({ id, total: 20 }),
      ])
      expect(await shopper.overflow()).toBe(0)
      expect(shopper.faults).toEqual([])
    })

    it("takes what an edited order lacks at its payment link, on a phone", async () => {
      const { order_id } = await sell()
      const collectionId = await driver.addToOrder(String(order_id), 1, "shirt")
      const customer = await visit(PHONE)
      await customer.goTo(
        `/payment-collection/${collectionId}?order_id=${order_id}`
      )
      await customer.headed(/^Pay for your order #/)
      expect(await customer.overflow()).toBe(0)
      expect(await driver.ledger(collectionId)).toEqual([])
      await customer.toGateway()
      await customer.payAtGateway()
      await customer.headed(/^Your order #\d+ is paid$/)
      expect(customer.page.url()).toContain(
        `/dk/payment-collection/${collectionId}`
      )
      expect(await customer.overflow()).toBe(0)
      const { order } = await driver.admin.get<{
        order: { total: number; summary: { pending_difference: number } }
      }>(`/admin/orders/${order_id}?fields=total,summary`)
      expect(order.total).toBe(30)
      expect(order.summary.pending_difference).toBe(0)
      expect(customer.faults).toEqual([])
    })

    it("takes the address for a refund at its link", async () => {
      const { id: paymentId } = await sell()
      const { refund_request, token } =
        await driver.refundRequests.request(paymentId)
      const { id } = refund_request
      const customer = await visit()
      const { page } = customer
      await customer.goTo(`/crypto-refund#${token}`)
      await customer.headed("Your refund")
      await page.getByRole("textbox").fill(ADDRESS)
      await page.getByRole("button", { name: "Check address" }).click()
      await customer.headed("Check the address")
      await page.getByRole("button", { name: "Confirm address" }).click()
      await customer.headed("Your address is saved")
      expect(await driver.refundRequests.find(id)).toMatchObject({
        state: "address_entered",
        address: ADDRESS,
      })
      expect(customer.faults).toEqual([])
    })

    /** A settled payment on Tron, made without a browser. */
    async function sell() {
      const sale = await driver.openPayment("shirt")
      await driver.pay(sale, "TRX")
      return await driver.untilState(sale, "settled")
    }
  })

  it("shows list, payment, settings and order in the admin without errors", async () => {
    const email = `guest@${STOREFRONTS[0]}.test`
    const [{ id }] = await driver.paidOrders(email)
    await visitAdmin(driver.shop.url, { orderId: id, email })
  })
})
