import type { Page } from "playwright-core"
import type { Sights } from "./make-sights"

/** A picture of a page, and how a page is brought to it. */
export type Shot = {
  name: string
  /** Path within the admin. */
  path: (sights: Sights) => string
  /** CSS pixels, on a wide screen and on a narrow one. */
  height: { wide: number; narrow: number }
  /** Resolves when all of it is there. */
  ready: (page: Page) => Promise<void>
}

export const shots: Shot[] = [
  {
    name: "list",
    path: () => "/crypto-payments",
    height: { wide: 1_560, narrow: 1_000 },
    ready: async (page) => {
      await region(page, /need your attention/)
      await page.getByText("shopper@example.test").last().waitFor()
      await page.getByText("TEST MODE").waitFor()
    },
  },
  {
    name: "payment",
    path: ({ settled }) => `/crypto-payments/${settled}`,
    height: { wide: 960, narrow: 1_000 },
    ready: payment,
  },
  {
    name: "attention",
    path: ({ attention }) => `/crypto-payments/${attention}`,
    height: { wide: 960, narrow: 1_000 },
    ready: payment,
  },
  {
    name: "refund",
    path: ({ attention }) => `/crypto-payments/${attention}`,
    height: { wide: 700, narrow: 700 },
    ready: async (page) => {
      await payment(page)
      await page.getByRole("button", { name: "More actions" }).click()
      await page
        .getByRole("menuitem", { name: "Record a refund already sent" })
        .click()
      await page.getByLabel("Transaction hash").fill("0x8f2c41d97be0a6635c12")
    },
  },
  {
    name: "refund-request",
    path: ({ refundable }) => `/crypto-payments/${refundable}`,
    height: { wide: 860, narrow: 900 },
    ready: async (page) => {
      await payment(page)
      await page.getByRole("button", { name: "Refund …" }).click()
      await page.getByLabel("Amount in EUR").fill("2.50")
    },
  },
  {
    name: "to-send",
    path: () => "/crypto-payments",
    height: { wide: 960, narrow: 1_000 },
    ready: async (page) => {
      await region(page, "2 refunds to send")
      await page
        .getByRole("region", { name: "2 refunds to send" })
        .scrollIntoViewIfNeeded()
    },
  },
  {
    name: "notices",
    path: () => "/crypto-payments",
    height: { wide: 700, narrow: 1_000 },
    ready: async (page) => {
      await region(page, /need your attention/)
      await page.locator("button[aria-haspopup=dialog]").first().click()
      await page
        .getByRole("dialog", { name: "Notifications" })
        .getByText(/needs attention/)
        .first()
        .waitFor()
    },
  },
  {
    name: "set-up",
    path: () => "/settings/crypto-payments",
    height: { wide: 820, narrow: 1_000 },
    ready: async (page) => {
      await page.getByText("Connected", { exact: true }).last().waitFor()
    },
  },
  {
    name: "order",
    path: ({ order }) => `/orders/${order}`,
    height: { wide: 960, narrow: 1_000 },
    ready: async (page) => {
      await page.getByRole("link", { name: "Details" }).waitFor()
      await page
        .getByRole("region", { name: "Crypto payment" })
        .scrollIntoViewIfNeeded()
    },
  },
]

async function payment(page: Page): Promise<void> {
  await region(page, "Timeline")
  await page.locator("a[href*='/customers/cus_']").waitFor()
}

function region(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole("region", { name }).waitFor()
}
