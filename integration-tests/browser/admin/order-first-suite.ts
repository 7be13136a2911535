import type { Locator } from "playwright-core"
import type { UnpaidSale } from "../../support/store-driver"
import { eventually } from "../../support/eventually"
import { seriousFaults } from "../../support/browser/serious-faults"
import { tabTo } from "../keyboard"
import type { Visit } from "./visit"

const JOB_LIMIT_MS = 60_000
const DUE_UNTIL = /€4\.99 due until \w+ \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/

/** Orders that are placed before their payment, and payment links. */
export function describeOrderFirst(visit: Visit): void {
  describe("orders that are placed before their payment", () => {
    let sale: UnpaidSale

    beforeAll(async () => {
      await visit.restartMedusa({
        CRYPTO_PLACE_ORDER: "before_payment",
        CRYPTO_RECONCILE_SCHEDULE: "*/5 * * * * *",
      })
      sale = await visit.driver.placeUnpaid()
    })
    afterAll(() => visit.restartMedusa({}))

    it("show in the list, with their payment and on their own page what is due until when, and their payment link is copied by mouse and by keyboard", async () => {
      await visit.openList()
      const row = visit.page.getByRole("row").filter({ hasText: DUE_UNTIL })
      await row.waitFor()
      await row.getByText("Awaiting payment").waitFor()
      expect(await row.getByText(/^#\d+$/).count()).toBe(1)
      expect(await seriousFaults(visit.page, "main")).toEqual([])

      await visit.openPayment(sale.id)
      const main = visit.page.locator("main")
      await main.getByText(DUE_UNTIL).waitFor()
      const order = visit.region("Order").getByRole("link", { name: /^#\d+$/ })
      expect(await order.getAttribute("href")).toContain(sale.orderId)
      expect(await visit.sentences()).toContainEqual(
        expect.stringMatching(/^Order #\d+ was placed before its payment\.$/)
      )
      expect(await seriousFaults(visit.page, "main")).toEqual([])

      const payment = await openOrder(sale.orderId)
      await payment.getByText("Awaiting crypto payment").waitFor()
      expect(await payment.locator("dl").first().innerText()).toMatch(
        /Amount due\s+€4\.99\s+Due until\s+\w+ \d{1,2}, \d{4}/
      )
      await payment.getByRole("img", { name: /^QR code: http/ }).waitFor()
      expect(
        await seriousFaults(
          visit.page,
          "[role=region][aria-label='Crypto payment']"
        )
      ).toEqual([])

      await visit.browser.grantPermissions(["clipboard-read"])
      const copy = payment.getByRole("button", { name: "Copy: Payment link" })
      await copy.click()
      const link = new RegExp(
        `^${visit.demo.storefrontUrl}/payment-collection/pay_col_\\w+$`
      )
      expect(await clipboard()).toMatch(link)

      await payment.getByRole("link", { name: "Details" }).focus()
      await tabTo(visit.page, "Copy: Payment link")
      await visit.page.keyboard.press("Enter")
      expect(await clipboard()).toMatch(link)
    })

    it("show nothing due once they are paid", async () => {
      const paid = await visit.driver.placeUnpaid()
      const payment = await openOrder(paid.orderId)
      await payment.getByText("Awaiting crypto payment").waitFor()
      await visit.driver.pay(paid)
      await payment.getByText("Settled").first().waitFor()
      await payment
        .getByText("Awaiting crypto payment")
        .waitFor({ state: "detached" })
      expect(
        await payment
          .getByRole("button", { name: "Copy: Payment link" })
          .count()
      ).toBe(0)
    })

    it("say that they were canceled since they were not paid in time", async () => {
      const late = await letOneBeCanceled()
      const payment = await openOrder(late.orderId)
      await payment
        .getByText(/^Order #\d+ was canceled, since it was not paid in time\.$/)
        .waitFor()
      expect(
        await payment
          .getByRole("button", { name: "Copy: Payment link" })
          .count()
      ).toBe(0)
      await visit.openPayment(late.id)
      expect(await visit.sentences()).toContainEqual(
        expect.stringMatching(
          /^Order #\d+ was canceled, since it was not paid in time\.$/
        )
      )
    })

    it("get a link for what Medusa made no collection for, once for a double click", async () => {
      const orderId = (await visit.driver.convertDraft()).orderId
      const payment = await openOrder(orderId)
      await payment
        .getByRole("button", { name: "Create payment link" })
        .dblclick()
      await payment.getByRole("button", { name: "Copy: Payment link" }).click()
      const collections = await visit.driver.sql<{ id: string }>(
        "SELECT payment_collection_id AS id FROM order_payment_collection WHERE order_id = $1",
        [orderId]
      )
      expect(collections).toHaveLength(1)
      expect(await clipboard()).toBe(
        `${visit.demo.storefrontUrl}/payment-collection/${collections[0].id}`
      )
    })

    async function openOrder(orderId: string): Promise<Locator> {
      await visit.goTo(`/orders/${orderId}`)
      const payment = visit.region("Crypto payment")
      await payment.waitFor()
      return payment
    }

    async function letOneBeCanceled(): Promise<UnpaidSale> {
      const late = await visit.driver.placeUnpaid()
      // The gateway's countdown ends, of which no webhook tells.
      await visit.driver.control.expire(late.gatewayId)
      await visit.driver.actions.check(late.id)
      await visit.driver.sql(
        `UPDATE crypto_unpaid_order
            SET cancel_at = now() - interval '1 minute', next_check_at = now()
          WHERE id = $1`,
        [late.cart.id]
      )
      await eventually(
        async () => {
          const [{ status }] = await visit.driver.sql<{ status: string }>(
            'SELECT status FROM "order" WHERE id = $1',
            [late.orderId]
          )
          return status === "canceled" ? status : undefined
        },
        { limitMs: JOB_LIMIT_MS, otherwise: "The order was not canceled." }
      )
      return late
    }

    function clipboard(): Promise<string> {
      return visit.page.evaluate("navigator.clipboard.readText()")
    }
  })
}
