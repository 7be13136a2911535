import fs from "node:fs"
import path from "node:path"
import type { Browser, Locator, Page } from "playwright-core"
import {
  type RunningStorefront,
  startStorefront,
} from "../demo/storefront/start-storefront"
import { describeInBrowser } from "../support/browser/describe-in-browser"
import { launchBrowser } from "../support/browser/chromium"
import { seriousFaultsNow } from "../support/browser/serious-faults"
import { freePort } from "../support/postgres"

jest.setTimeout(15 * 60_000)

/** What a page shows: a component and its state. */
type Sight = readonly [component: string, state: string]

/** With the most text, the longest words or values beside buttons. */
const SIGHTS: readonly Sight[] = [
  ["panel", "choosing"],
  ["panel", "waiting"],
  ["return", "expired"],
  ["return", "attention"],
  ["pay", "payable"],
  ["latest", "waiting"],
  ["latest", "order_placed"],
  ["refund", "waiting_for_address"],
  ["refund", "sent"],
]

/** Each has a file such as `de.json`; the English one has the types, too. */
const languages = fs
  .readdirSync(path.resolve(__dirname, "../../src/storefront/locales"))
  .flatMap((file) => /^([a-z]{2})\.(?:json|ts)$/.exec(file)?.[1] ?? [])

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"

describeInBrowser("the storefront kit's languages on a small phone", () => {
  let storefront: RunningStorefront | undefined
  let chromium: Browser | undefined
  let page: Page

  beforeAll(async () => {
    storefront = await startStorefront({
      port: await freePort(),
      medusaUrl: "http://localhost:9",
      store: { publishableKey: "none", regionId: "none", countryCode: "de" },
    })
    chromium = await launchBrowser()
  })
  beforeEach(async () => {
    page = await chromium!.newPage({ viewport: { width: 320, height: 640 } })
  })
  afterEach(() => page.close())
  afterAll(async () => {
    await chromium?.close()
    await storefront?.close()
  })

  /** The root element of the component, with the texts of the language. */
  const open = async (
    locale: string,
    [component, state]: Sight
  ): Promise<Locator> => {
    const query = new URLSearchParams({ component, state, locale })
    await page.goto(`${storefront!.url}/themes?theme=light&${query}`)
    const root = page.locator(
      ".theme .cryptopay:not(.cryptopay-unready, [aria-busy])"
    )
    await root.waitFor()
    await root.locator("h2, legend").first().waitFor()
    return root
  }

  it.each(languages)(
    "%s: every text has its place, in its own language and direction",
    async (language) => {
      for (const sight of SIGHTS) {
        const root = await open(language, sight)
        expect([
          ...sight,
          await root.getAttribute("lang"),
          await page.evaluate(`getComputedStyle(${ROOT}).direction`),
          ...(await page.evaluate<string[]>(FIND_OVERFLOW)),
        ]).toEqual([...sight, language, language === "ar" ? "rtl" : "ltr"])
      }
    }
  )

  it("is read from the right in Arabic, and axe finds nothing serious", async () => {
    for (const sight of SIGHTS) {
      await open("ar", sight)
      const faults = await seriousFaultsNow(page, "#light")
      expect([...sight, ...faults]).toEqual([...sight])
    }
    const root = await open("ar", ["panel", "waiting"])
    const steps = root.getByRole("list").first().getByRole("listitem")
    const places = await Promise.all(
      (await steps.all()).map(async (step) => (await step.boundingBox())?.x)
    )
    expect(places).toHaveLength(4)
    expect(places).toEqual([...places].sort((a = 0, b = 0) => b - a))
  })

  it("shows addresses and amounts from left to right in Arabic", async () => {
    const root = await open("ar", ["panel", "waiting"])
    await root.locator(".cryptopay-value").nth(1).waitFor()
    for (const text of [ADDRESS, "0.0189648 Ether"]) {
      expect(await linesOf(text)).toEqual({ text, isLeftToRight: true })
    }

    await open("ar", ["refund", "sent"])
    const hash = `0x${"5c".repeat(32)}`
    for (const text of [ADDRESS, hash, "0.0189648 Ether", "#7"]) {
      expect(await linesOf(text)).toEqual({ text, isLeftToRight: true })
    }
    // The last line of a value begins below the first, as in its own direction.
    const lefts = await page.evaluate<number[]>(LEFTS_OF_LAST_VALUE)
    expect(lefts.length).toBeGreaterThan(1)
    expect(new Set(lefts).size).toBe(1)
  })

  /** Where a text of the component stands, by the place of each of its characters. */
  async function linesOf(
    text: string
  ): Promise<{ text: string; isLeftToRight: boolean }> {
    const found = await page.evaluate<boolean | null>(
      `(${IS_LEFT_TO_RIGHT})(${JSON.stringify(text)})`
    )
    if (found === null) throw new Error(`The page does not show "${text}".`)
    return { text, isLeftToRight: found }
  }
})

const ROOT = `document.querySelector(".theme .cryptopay")`

/** The left ends of the lines of the last value that can be copied. */
const LEFTS_OF_LAST_VALUE = `
  [...[...document.querySelectorAll(".cryptopay-value")].pop().getClientRects()]
    .map(({ left }) => Math.round(left))
`

/** Texts and fields that leave their card, or that are cut. */
const FIND_OVERFLOW = `(() => {
  const root = ${ROOT}
  const card = root.parentElement.getBoundingClientRect()
  const wide = document.documentElement.scrollWidth - innerWidth
  const found = wide > 0 ? ["the page is " + wide + " px too wide"] : []
  for (const element of root.querySelectorAll("*")) {
    if (element.closest(".cryptopay-visually-hidden, svg")) continue
    const { left, right, width } = element.getBoundingClientRect()
    // Visually hidden ones are a pixel wide.
    if (width <= 1) continue
    const hidden = element.scrollWidth - element.clientWidth
    const isCut =
      element.clientWidth > 0 &&
      hidden > 1 &&
      getComputedStyle(element).overflowX !== "visible"
    if (left < card.left || right > card.right || isCut) {
      found.push(element.tagName + "." + element.className + ": " + element.textContent)
    }
  }
  return found
})()`

/** Whether each character of a text stands right of the one before it, or on a further line. */
const IS_LEFT_TO_RIGHT = `(text) => {
  const root = ${ROOT}
  const characters = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    for (let at = 0; at < walker.currentNode.length; at++) {
      characters.push([walker.currentNode, at])
    }
  }
  const all = characters.map(([node, at]) => node.data[at]).join("")
  const start = all.indexOf(text)
  if (start < 0) return null
  const places = characters
    .slice(start, start + text.length)
    .map(([node, at]) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect()
    })
    .filter(({ width }) => width > 0)
  return places.every(
    ({ left, top }, index) =>
      index === 0 ||
      left > places[index - 1].left ||
      top >= places[index - 1].bottom - 1
  )
}`
