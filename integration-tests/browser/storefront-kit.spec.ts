import fs from "node:fs"
import path from "node:path"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import {
  type RunningStorefront,
  startStorefront,
} from "../demo/storefront/start-storefront"
import { describeInBrowser } from "../support/browser/describe-in-browser"
import { launchBrowser } from "../support/browser/chromium"
import { seriousFaultsNow } from "../support/browser/serious-faults"
import { freePort } from "../support/postgres"
import { tabTo } from "./keyboard"

jest.setTimeout(15 * 60_000)

/** What the page of themes shows: by its query. */
type Sight = {
  component?: string
  state?: string
  theme?: string
  locale?: string
}

const COMPONENTS = ["panel", "return", "pay", "latest", "refund"]

/** With the most text, the longest words or values beside buttons. */
const LONG_SIGHTS: Sight[] = [
  { component: "panel", state: "choosing" },
  { component: "panel", state: "waiting" },
  { component: "return", state: "expired" },
  { component: "return", state: "attention" },
  { component: "pay", state: "payable" },
  { component: "latest", state: "waiting" },
  { component: "latest", state: "order_placed" },
  { component: "refund", state: "waiting_for_address" },
  { component: "refund", state: "sent" },
]

/** Each has a file such as `de.json`; the English one has the types, too. */
const LANGUAGES = fs
  .readdirSync(path.resolve(__dirname, "../../src/storefront/locales"))
  .flatMap((file) => /^([a-z]{2})\.(?:json|ts)$/.exec(file)?.[1] ?? [])

const PHONES = [390, 320]
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"

describeInBrowser("the storefront kit's components, without a store", () => {
  let storefront: RunningStorefront
  let chromium: Browser
  let complaints: string[]

  beforeAll(async () => {
    chromium = await launchBrowser()
    storefront = await startStorefront({
      port: await freePort(),
      medusaUrl: "http://localhost:9",
      gatewayUrl: "http://localhost:9",
      store: { publishableKey: "none", regionId: "none", countryCode: "de" },
    })
  })
  beforeEach(() => (complaints = []))
  afterEach(async () => {
    await Promise.all(chromium.contexts().map((context) => context.close()))
    expect(complaints).toEqual([])
  })
  afterAll(async () => {
    await chromium?.close()
    await storefront?.close()
  })

  async function open(
    sight: Sight,
    options: BrowserContextOptions = {}
  ): Promise<Page> {
    const viewport = { width: 390, height: 844 }
    const page = await chromium.newPage({ viewport, ...options })
    page.on("pageerror", ({ message }) => complaints.push(message))
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text())
    })
    await goTo(page, sight)
    return page
  }

  /** Resolves once the components are filled, but those that go on loading. */
  async function goTo(page: Page, sight: Sight): Promise<void> {
    await page.goto(`${storefront.url}/themes?${new URLSearchParams(sight)}`)
    const filled = sight.state === "loading" ? "" : ":not([aria-busy])"
    await page
      .locator(`.theme .cryptopay:not(.cryptopay-unready)${filled}`)
      .last()
      .waitFor()
  }

  it.each(COMPONENTS)(
    "%s: axe finds nothing serious and nothing is wider than a phone, in each state, theme and direction",
    async (component) => {
      const page = await open({ component })
      const states = await page
        .getByRole("navigation", { name: "state" })
        .getByRole("link")
        .allInnerTexts()
      expect(states.length).toBeGreaterThan(4)
      for (const state of states) {
        await goTo(page, { component, state })
        for (const dir of ["ltr", "rtl"]) {
          await page.evaluate(`document.documentElement.dir = "${dir}"`)
          const faults = await seriousFaultsNow(page, "main")
          expect([state, dir, ...faults]).toEqual([state, dir])
          for (const width of PHONES) {
            await page.setViewportSize({ width, height: 844 })
            const overflow = await page.evaluate(
              "document.documentElement.scrollWidth - innerWidth"
            )
            expect([state, dir, width, overflow]).toEqual([
              state,
              dir,
              width,
              0,
            ])
          }
        }
      }
    }
  )

  it.each(LANGUAGES)(
    "%s: every text has its place on a small phone, in its own language and direction",
    async (locale) => {
      const viewport = { width: 320, height: 640 }
      const page = await open({ theme: "light", locale }, { viewport })
      for (const sight of LONG_SIGHTS) {
        await goTo(page, { theme: "light", locale, ...sight })
        await page.locator(".theme").locator("h2, legend").nth(1).waitFor()
        expect([
          sight,
          await page.evaluate(`${ROOT}.lang`),
          await page.evaluate(`getComputedStyle(${ROOT}).direction`),
          ...(await page.evaluate<string[]>(FIND_OVERFLOW)),
        ]).toEqual([sight, locale, locale === "ar" ? "rtl" : "ltr"])
      }
    }
  )

  it("is read from the right in Arabic, but its addresses and amounts from the left", async () => {
    const arabic = { theme: "light", locale: "ar" }
    const viewport = { width: 320, height: 640 }
    const page = await open({ ...arabic, state: "waiting" }, { viewport })
    await page.locator(".cryptopay-value").nth(1).waitFor()
    const steps = page.locator(".cryptopay-steps").getByRole("listitem")
    const places = await Promise.all(
      (await steps.all()).map(async (step) => (await step.boundingBox())?.x)
    )
    expect(places).toHaveLength(4)
    expect(places).toEqual([...places].sort((a = 0, b = 0) => b - a))
    await expectFromLeftToRight(page, ADDRESS, "0.0189648 Ether")

    await goTo(page, { ...arabic, component: "refund", state: "sent" })
    const hash = `0x${"5c".repeat(32)}`
    await expectFromLeftToRight(page, ADDRESS, hash, "0.0189648 Ether", "#7")
    // The last line of a value begins below the first, as in its own direction.
    const lefts = await page.evaluate<number[]>(LEFTS_OF_LAST_VALUE)
    expect(lefts.length).toBeGreaterThan(1)
    expect(new Set(lefts).size).toBe(1)
  })

  it.each([1440, ...PHONES])(
    "nothing moves below the panel from the list of coins to the order, %i pixels wide",
    async (width) => {
      const page = await open(
        { theme: "light" },
        { viewport: { width, height: 844 } }
      )
      await page.addInitScript(OBSERVE_SHIFTS)
      await page.reload()
      await choose(page, "ETH")
      await page.getByRole("button", { name: "Show address" }).click()
      await page.getByText("0x5290").waitFor()
      await page.locator(".cryptopay-qr path[d^='M4']").waitFor()
      await page.getByRole("button", { name: "I have sent it" }).click()
      await heading(page, "Confirming your payment")
      await page.getByRole("button", { name: "Show the address again" }).click()
      await page.getByText("0x5290").waitFor()
      await page
        .getByRole("button", { name: "Choose another cryptocurrency" })
        .click()
      await page.getByRole("radio").first().waitFor()
      expect(await page.evaluate("shifts")).toEqual([])
    }
  )

  it("is paid with the keyboard alone, and says each step to a screen reader", async () => {
    const page = await open({ theme: "light" })
    const panel = page.locator("#light")
    await page.getByRole("searchbox", { name: "Search" }).waitFor()
    expect(await panel.ariaSnapshot()).toMatch(
      /- list "Pay with crypto":\s+- listitem: Coin[^]*- group "Choose a cryptocurrency":[^]*- group "Tether USD":[^]*- radio "Tron"[^]*- radio "Ethereum"/
    )
    expect(await current(page)).toBe("Coin")

    await page.getByRole("searchbox").focus()
    await page.keyboard.type("usd")
    expect(await panel.getByRole("group", { name: "Bitcoin" }).count()).toBe(0)
    // It does not submit the form.
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await focused(page, "input[value=USDT_TRC20]:checked")
    await page.keyboard.press("ArrowRight")
    await focused(page, "input[value=USDT_ERC20]:checked")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")

    await heading(page, "Waiting for your payment")
    await focused(page, "h2")
    await page.getByText("0x5290").waitFor()
    await focused(page, "h2")
    expect(await current(page)).toBe("Send")
    expect(await panel.ariaSnapshot()).toMatch(
      /- timer: Price held for 1[23]:\d\d[^]*- status:[^]*- heading "Waiting for your payment"[^]*- img "QR code for your wallet"[^]*- term: Network[^]*only on the Ethereum network[^]*- term: Amount[^]*button "Copy: Amount"[^]*button "Copy: Address"/
    )
    await tabTo(page, "Copy: Amount")
    await tabTo(page, "Copy: Address")
    await tabTo(page, "I have sent it")
    await page.keyboard.press("Enter")
    await heading(page, "Confirming your payment")
    await focused(page, "h2")
    expect(await current(page)).toBe("Confirm")
    expect(await panel.ariaSnapshot()).toMatch(
      /- status:\s+- heading "Confirming your payment" \[level=2\]\s+- paragraph:/
    )

    // A reload keeps it, and the address can be seen again.
    await tabTo(page, "Show the address again")
    await page.keyboard.press("Enter")
    await focused(page, "h2")
    await tabTo(page, "Choose another cryptocurrency")
    await page.keyboard.press("Enter")
    await focused(page, "legend")
    expect(await page.locator("input:checked").getAttribute("value")).toBe(
      "USDT_ERC20"
    )
  })

  it("chooses no network for the shopper, remembers the last choice, and searches", async () => {
    const page = await open({ theme: "dark" })
    const search = page.getByRole("searchbox")
    await search.waitFor()
    expect(await page.locator("input:checked").count()).toBe(0)
    await search.fill("nothing of this")
    await page.getByText("No cryptocurrency found.").waitFor()
    await search.fill("base")
    expect(await page.locator(".cryptopay-coin").count()).toBe(1)
    await page.getByRole("button", { name: "Show address" }).click()
    // The browser asks for a choice.
    expect(await page.locator("input:invalid").count()).toBeGreaterThan(0)
    await choose(page, "USDC_BASE")
    await page.getByRole("button", { name: "Show address" }).click()
    await heading(page, "Waiting for your payment")
    await page.reload()
    await page.locator("input[value=USDC_BASE]:checked").waitFor()
  })

  it.each([
    ["attention", /do not pay again/],
    ["order_placed", /Order #7/],
    ["expired", /No payment was received/],
    [
      "underpaid",
      /You sent 10% less than asked: 0\.01706832 of 0\.0189648 Ether/,
    ],
    ["overpaid", /You sent 0\.5 Ether more than asked/],
    ["duplicate", /Order #7 was already paid/],
  ])("says %s in a live region, at the top", async (state, text) => {
    const page = await open({ theme: "light", component: "return", state })
    const live = page.locator("#light").getByRole("status")
    await live.getByRole("heading", { level: 2 }).waitFor()
    expect(await live.first().ariaSnapshot()).toMatch(/heading[^]*paragraph/)
    expect(await page.locator("#light").innerText()).toMatch(text)
    expect(await page.evaluate<number[]>(FIND_HOLES)).toEqual([])
  })

  it("has no hole between the parts of a pay page, and one sentence for an order whose payment expired", async () => {
    const page = await open({
      theme: "light",
      component: "pay",
      state: "cart_changed",
    })
    const headings = page.locator("#light h2")
    await heading(page, "Pay for your order #7")
    expect(await headings.count()).toBe(2)
    expect(await page.evaluate<number[]>(FIND_HOLES)).toEqual([])
    await goTo(page, { theme: "light", component: "pay", state: "expired" })
    await heading(page, "Pay for your order #7")
    expect(await headings.count()).toBe(1)
    const text = await page.locator("#light").innerText()
    expect(text).toMatch(
      /€43\.90 is due\.\s+Your order #7 is reserved until [^.]+\. The old address is no longer valid: get a new one\.\s/
    )
    expect(text).not.toContain("Do not send")
    expect(await page.evaluate<number[]>(FIND_HOLES)).toEqual([])
  })

  it("leads a phone to the panel's top, and there to the wallet first", async () => {
    const page = await open(
      { theme: "light" },
      {
        viewport: { width: 390, height: 640 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: "reduce",
      }
    )
    await choose(page, "ETH")
    // The list of coins begins at the screen's top, the steps are above it.
    await page.evaluate(
      `scrollBy(0, document.querySelector(".cryptopay-steps").getBoundingClientRect().bottom)`
    )
    await page.getByRole("button", { name: "Show address" }).click()
    await page.getByText("0x5290").waitFor()
    await page.waitForFunction(
      `Math.abs(document.querySelector(".cryptopay").getBoundingClientRect().top) < 2`
    )
    const parts = [
      page.getByRole("link", { name: "Open in wallet" }),
      page.getByRole("img", { name: "QR code for your wallet" }),
      page.getByRole("button", { name: "Copy: Amount" }),
      page.getByRole("button", { name: "Copy: Address" }),
    ]
    const tops = await Promise.all(
      parts.map(async (part) => (await part.boundingBox())?.y ?? NaN)
    )
    expect(tops).toEqual([...tops].sort((a, b) => a - b))
    const first = await page.evaluate<string>(
      `getComputedStyle(document.querySelector("a.cryptopay-button")).backgroundColor`
    )
    expect(first).not.toBe("rgba(0, 0, 0, 0)")
  })

  it("shows the address of a refund as it was entered, where that differs", async () => {
    for (const entered of [ADDRESS.toLowerCase(), ADDRESS]) {
      const page = await open({ theme: "light", component: "refund" })
      await page.getByRole("textbox").fill(` ${entered}`)
      await page.getByRole("button", { name: "Check address" }).click()
      await heading(page, "Check the address")
      await page.getByText(ADDRESS, { exact: true }).waitFor()
      const asEntered = page
        .locator(".cryptopay-detail", { hasText: "As you entered it" })
        .locator("dd")
      expect(await asEntered.allInnerTexts()).toEqual(
        entered === ADDRESS ? [] : [entered]
      )
    }
  })

  it("moves nothing for who prefers it so", async () => {
    const page = await open({ theme: "light", state: "waiting" })
    await page.getByRole("timer").waitFor()
    const readTransition = () =>
      page.evaluate(
        `getComputedStyle(document.querySelector(".cryptopay-arc")).transitionDuration`
      )
    await page.emulateMedia({ reducedMotion: "no-preference" })
    expect(await readTransition()).toBe("1s")
    await page.emulateMedia({ reducedMotion: "reduce" })
    expect(await readTransition()).toBe("0s")
  })
})

async function expectFromLeftToRight(
  page: Page,
  ...texts: string[]
): Promise<void> {
  for (const text of texts) {
    const isLeftToRight = await page.evaluate(
      `(${IS_LEFT_TO_RIGHT})(${JSON.stringify(text)})`
    )
    expect([text, isLeftToRight]).toEqual([text, true])
  }
}

/** Shifts that no action of a person caused, with what moved. */
const OBSERVE_SHIFTS = `
  shifts = []
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      shifts.push([value, ...sources.map(({ node }) => node && node.className)])
    }
  }).observe({ type: "layout-shift", buffered: true })
`

async function choose(page: Page, code: string): Promise<void> {
  await page.locator(`input[value=${code}]`).check()
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { name }).waitFor()
}

async function current(page: Page): Promise<string> {
  return await page.locator("[aria-current=step]").innerText()
}

async function focused(page: Page, selector: string): Promise<void> {
  await page.locator(`${selector}:focus`).waitFor()
}

const ROOT = `document.querySelector(".theme .cryptopay")`

/** Heights of what is empty above a component's part, where nothing fills it. */
const FIND_HOLES = `
  [...${ROOT}.children].slice(1).flatMap((part, index) => {
    const above = ${ROOT}.children[index].querySelector(":scope > :last-child")
    const bottom = above.getBoundingClientRect().bottom
    const hole = part.firstElementChild.getBoundingClientRect().top - bottom
    return hole > 64 ? [hole] : []
  })
`

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
