import type { Locator } from "playwright-core"
import { seriousFaults } from "../../support/browser/serious-faults"
import type { OpenSale } from "../crypto-sales"
import type { Visit } from "./visit"

const ADOPT_API = "**/admin/crypto-payments/adopt"
const ANSWER_AFTER_MS = 1_000

/** Taking a payment of the gateway into the ledger, by its id. */
export function describeAdopt(visit: Visit): void {
  describe("a gateway payment that is not in the list", () => {
    afterEach(() => visit.sales.loseWebhooks(false))

    it("is adopted by its id, which places the order that it paid", async () => {
      const sale = await paidAndLost()
      const form = await openForm()
      await form.getByRole("button", { name: "Add payment" }).click()
      await form.getByText("Enter a payment ID.").waitFor()
      expect(await seriousFaults(visit.page, "[role=dialog]")).toEqual([])

      await idField(form).fill(`  ${sale.gatewayPaymentId} `)
      await form.getByRole("button", { name: "Add payment" }).click()
      await visit.page.getByText("Payment added.", { exact: true }).waitFor()
      await visit.page.waitForURL(/\/crypto-payments\/cpay_/)

      const order = visit.region("Order")
      const link = order.getByRole("link", { name: /^#\d+$/ })
      const { order_id } = await visit.sales.untilState(sale, "settled")
      expect(await link.getAttribute("href")).toContain(order_id)
      const sentences = await visit.sentences()
      expect(sentences).toEqual([
        "Checked by an admin user. Gateway status: Confirmed.",
        "Order placed and paid.",
        "Payment received.",
        expect.stringMatching(/^Gateway status: Confirmed, /),
        "Gateway payment adopted.",
        "Payment created for €4.99 EUR.",
      ])
      expect(await seriousFaults(visit.page, "main")).toEqual([])
    })

    it("is adopted once by a double click, and by the Enter key meanwhile", async () => {
      const sale = await paidAndLost()
      const asked = await countSlowRequests()
      const form = await openForm()
      await idField(form).fill(sale.gatewayPaymentId)
      await form.getByRole("button", { name: "Add payment" }).dblclick()
      await idField(form).press("Enter")
      await visit.page.waitForURL(/\/crypto-payments\/cpay_/)
      await visit.region("Order").waitFor()

      expect(asked()).toBe(1)
      expect(await ledgerIds(sale)).toHaveLength(1)
      const { order_id } = await visit.sales.untilState(sale, "settled")
      expect(order_id).toMatch(/^order_/)
    })

    it.each([
      ["en", NAMES.en, "The gateway has no payment with this ID."],
      ["de", NAMES.de, "Das Gateway hat keine Zahlung mit dieser ID."],
    ])(
      "is explained where the gateway does not have it, and what was typed stays: %s",
      async (language, names, sentence) => {
        await visit.speak(language)
        const form = await openForm(names)
        await idField(form, names).fill("no-such-payment")
        await form.getByRole("button", { name: names.submit }).click()
        await visit.page.getByText(sentence).waitFor()
        expect(await idField(form, names).inputValue()).toBe("no-such-payment")
        expect(await seriousFaults(visit.page, "[role=dialog]")).toEqual([])
      }
    )

    it("leads to its page where the list has it after all, and changes nothing", async () => {
      const { orderId, payment } = await visit.sales.inCrypto(
        "USDT_TRC20_TEST",
        "pay"
      )
      const [{ id }] = await visit.sales.paymentsOf(orderId)
      const before = await visit.sales.count("")
      const form = await openForm()
      await idField(form).fill(payment.id)
      await form.getByRole("button", { name: "Add payment" }).click()
      await visit.page.waitForURL(new RegExp(`/crypto-payments/${id}$`))
      await visit.page.getByText("already in the list").waitFor()
      expect(await visit.sales.count("")).toBe(before)
      expect(await visit.sales.show(id)).toMatchObject({ order_id: orderId })
      expect(await visit.sentences()).not.toContain("Gateway payment adopted.")
    })

    /** Paid at the gateway, while the ledger lost its row, as after a restored backup. */
    async function paidAndLost(): Promise<OpenSale> {
      const { sales } = visit
      await sales.loseWebhooks(true)
      const sale = await sales.begin()
      const [id] = await ledgerIds(sale)
      await visit.sql(
        "DELETE FROM crypto_payment_event WHERE crypto_payment_id = $1",
        [id]
      )
      await visit.sql("DELETE FROM crypto_payment WHERE id = $1", [id])
      await sales.pay(sale)
      return sale
    }

    async function ledgerIds({ gatewayPaymentId }: OpenSale) {
      const rows = await visit.sql<{ id: string }>(
        "SELECT id FROM crypto_payment WHERE gateway_payment_id = $1",
        [gatewayPaymentId]
      )
      return rows.map(({ id }) => id)
    }

    /** Answers late, so that every click comes before the answer. */
    async function countSlowRequests(): Promise<() => number> {
      let count = 0
      await visit.page.route(ADOPT_API, async (route) => {
        count += 1
        await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS))
        await route.continue()
      })
      return () => count
    }

    async function openForm(names: Names = NAMES.en): Promise<Locator> {
      await visit.openList("", names.list)
      await visit.choose(names.adopt, names.menu)
      const form = visit.page.getByRole("dialog", { name: names.adopt })
      await form.waitFor()
      return form
    }

    function idField(form: Locator, { id }: Names = NAMES.en): Locator {
      return form.getByLabel(id)
    }
  })
}

type Names = {
  list: string
  menu: string
  adopt: string
  submit: string
  id: string
}

const NAMES = {
  en: {
    list: "Crypto payments",
    menu: "More actions",
    adopt: "Add missing payment",
    submit: "Add payment",
    id: "Gateway payment ID",
  },
  de: {
    list: "Krypto-Zahlungen",
    menu: "Weitere Aktionen",
    adopt: "Fehlende Zahlung hinzufügen",
    submit: "Zahlung hinzufügen",
    id: "ID der Gateway-Zahlung",
  },
} satisfies Record<string, Names>
