import type { Browser, Page } from "playwright-core"
import {
  type RunningStorefront,
  startStorefront,
} from "../demo/storefront/start-storefront"
import { describeInBrowser } from "../support/browser/describe-in-browser"
import { launchBrowser } from "../support/browser/chromium"
import { seriousFaultsNow } from "../support/browser/serious-faults"
import { freePort } from "../support/postgres"

jest.setTimeout(15 * 60_000)

/** The components on the page of themes, and the states that it shows of them. */
const COMPONENTS = ["panel", "return", "pay", "latest", "refund"]

const PHONES = [390, 320]

/** Longer than the stand-in store needs for its answers. */
const SETTLED_MS = 400

describeInBrowser(
  "the storefront kit's components on the page of themes",
  () => {
    let storefront: RunningStorefront | undefined
    let chromium: Browser | undefined
    let complaints: string[]

    beforeAll(async () => {
      storefront = await startStorefront({
        port: await freePort(),
        medusaUrl: "http://localhost:9",
        store: { publishableKey: "none", regionId: "none", countryCode: "de" },
      })
      chromium = await launchBrowser()
    })
    beforeEach(() => (complaints = []))
    afterAll(async () => {
      await chromium?.close()
      await storefront?.close()
    })

    const open = async (
      width: number,
      query: string,
      script = ""
    ): Promise<Page> => {
      const page = await chromium!.newPage({ viewport: { width, height: 844 } })
      await page.addInitScript(script)
      page.on("pageerror", ({ message }) => complaints.push(message))
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text())
      })
      await page.goto(`${storefront!.url}/themes?${query}`)
      await page
        .locator("#plain .cryptopay, .theme .cryptopay")
        .last()
        .waitFor()
      return page
    }

    const listStates = async (component: string): Promise<string[]> => {
      const page = await open(390, `component=${component}`)
      const states = await page
        .getByRole("navigation", { name: "state" })
        .getByRole("link")
        .allInnerTexts()
      await page.close()
      return states
    }

    it("are light, dark, a starter's and plain, each with its variables", async () => {
      const page = await open(1440, "")
      const names = await page.locator(".theme > h2").allInnerTexts()
      expect(names).toEqual(["Light", "Dark", "Starter", "Plain"])
      const [light, dark, starter] = await page.locator("pre").allInnerTexts()
      expect(light).toContain("color-scheme: light")
      expect(dark).toContain("color-scheme: dark")
      expect(starter).toContain("--cryptopay-accent: #27272a;")
      await page.close()
    })

    it.each(COMPONENTS)(
      "%s: axe finds nothing serious and nothing is wider than a phone, in each state, theme and direction",
      async (component) => {
        const states = await listStates(component)
        expect(states.length).toBeGreaterThan(4)
        for (const state of states) {
          const page = await open(390, `component=${component}&state=${state}`)
          await page.waitForTimeout(SETTLED_MS)
          for (const dir of ["ltr", "rtl"]) {
            await page.evaluate(`document.documentElement.dir = "${dir}"`)
            const faults = await seriousFaultsNow(page, "main")
            expect([state, dir, ...faults]).toEqual([state, dir])
            for (const width of PHONES) {
              await page.setViewportSize({ width, height: 844 })
              const overflow = await page.evaluate<number>(
                "document.documentElement.scrollWidth - innerWidth"
              )
              expect([state, dir, width, overflow]).toEqual([
                ...[state, dir, width, 0],
              ])
            }
          }
          await page.close()
        }
        expect(complaints).toEqual([])
      }
    )

    it.each([1440, ...PHONES])(
      "nothing moves below the panel from the list of coins to the order, %i pixels wide",
      async (width) => {
        const page = await open(width, "theme=light", OBSERVE_SHIFTS)
        await choose(page, "ETH")
        await page.getByRole("button", { name: "Show address" }).click()
        await page.getByText("0x5290").waitFor()
        await page.locator(".cryptopay-qr path[d^='M4']").waitFor()
        await page.getByRole("button", { name: "I have sent it" }).click()
        await heading(page, "Confirming your payment")
        await page
          .getByRole("button", { name: "Show the address again" })
          .click()
        await page.getByText("0x5290").waitFor()
        await page
          .getByRole("button", { name: "Choose another cryptocurrency" })
          .click()
        await page.getByRole("radio").first().waitFor()
        expect(await page.evaluate("shifts")).toEqual([])
        await page.close()
      }
    )

    it("is paid with the keyboard alone, and says each step to a screen reader", async () => {
      const page = await open(390, "theme=light")
      const panel = page.locator("#light")
      await page.getByRole("searchbox", { name: "Search" }).waitFor()
      expect(await panel.ariaSnapshot()).toMatch(
        /- list "Pay with crypto":\s+- listitem: Coin[^]*- group "Choose a cryptocurrency":[^]*- group "Tether USD":[^]*- radio "Tron"[^]*- radio "Ethereum"/
      )
      expect(await current(page)).toBe("Coin")

      await page.getByRole("searchbox").focus()
      await page.keyboard.type("usd")
      expect(await panel.getByRole("group", { name: "Bitcoin" }).count()).toBe(
        0
      )
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
        /- timer: "Time left: 1[23]:\d\d[^]*- status:[^]*- heading "Waiting for your payment"[^]*- img "QR code for your wallet"[^]*- term: Amount[^]*button "Copy: Amount"[^]*- term: Network[^]*button "Copy: Address"/
      )
      for (const name of ["Copy: Amount", "Copy: Address"]) {
        await tabTo(page, name)
        await focused(page, `button[aria-label="${name}"]`)
      }
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
      await page.close()
      expect(complaints).toEqual([])
    })

    it("chooses no network for the shopper, remembers the last choice, and searches", async () => {
      const page = await open(390, "theme=dark")
      await page.getByRole("searchbox").waitFor()
      expect(await page.locator("input:checked").count()).toBe(0)
      await page.getByRole("button", { name: "Show address" }).click()
      // The browser asks for a choice.
      expect(await page.locator("input:invalid").count()).toBeGreaterThan(0)
      await page.getByRole("searchbox").fill("nothing of this")
      await page.getByText("No cryptocurrency found.").waitFor()
      await page.getByRole("searchbox").fill("base")
      expect(await page.locator(".cryptopay-coin").count()).toBe(1)
      await choose(page, "USDC_BASE")
      await page.getByRole("button", { name: "Show address" }).click()
      await heading(page, "Waiting for your payment")
      await page.reload()
      await page.locator("input[value=USDC_BASE]:checked").waitFor()
      await page.close()
    })

    it.each([
      [
        "underpaid",
        "You sent 0.01706832 of 0.0189648 Ether; 0.00189648 Ether is missing.",
      ],
      [
        "duplicate",
        "Order #7 was already paid; this second payment will be returned.",
      ],
    ])(
      "says %s, with a reference to copy and a way back",
      async (state, text) => {
        const page = await open(
          320,
          `component=return&theme=light&state=${state}`
        )
        await page.getByText(text).waitFor()
        await page.getByRole("link", { name: "Back to store" }).waitFor()
        await page.context().grantPermissions(["clipboard-write"])
        await page.getByRole("button", { name: "Copy: Reference" }).click()
        await page
          .getByRole("button", { name: "Copy: Reference" })
          .getByText("Copied")
          .waitFor()
        expect(await page.locator("dd code").innerText()).toBe("payses_1")
        // In the middle, as each result.
        expect(
          await page.evaluate(
            `getComputedStyle(document.querySelector(".cryptopay-notice")).textAlign`
          )
        ).toBe("center")
        await page.close()
        expect(complaints).toEqual([])
      }
    )

    it("leads a phone to the panel's top, and there to the wallet first", async () => {
      const page = await chromium!.newPage({
        viewport: { width: 390, height: 640 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: "reduce",
      })
      await page.goto(`${storefront!.url}/themes?theme=light`)
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
      await page.close()
    })

    it("shows the address of a refund as it was entered, where that differs", async () => {
      const address = "0x52908400098527886E0F7030069857D2E4169EE7"
      for (const entered of [address.toLowerCase(), address]) {
        const page = await open(390, "theme=light&component=refund")
        await page.getByRole("textbox").fill(` ${entered}`)
        await page.getByRole("button", { name: "Check address" }).click()
        await heading(page, "Check the address")
        await page.getByText(address, { exact: true }).waitFor()
        const asEntered = page
          .locator(".cryptopay-detail", { hasText: "As you entered it" })
          .locator("dd")
        expect(await asEntered.allInnerTexts()).toEqual(
          entered === address ? [] : [entered]
        )
        await page.close()
      }
      expect(complaints).toEqual([])
    })

    it("moves nothing for who prefers it so", async () => {
      const page = await open(390, "theme=light&state=waiting")
      await page.getByRole("timer").waitFor()
      const readTransition = () =>
        page.evaluate(
          `getComputedStyle(document.querySelector(".cryptopay-arc")).transitionDuration`
        )
      await page.emulateMedia({ reducedMotion: "no-preference" })
      expect(await readTransition()).toBe("1s")
      await page.emulateMedia({ reducedMotion: "reduce" })
      expect(await readTransition()).toBe("0s")
      await page.close()
    })

    it.each(["attention", "order_placed", "expired"])(
      "says %s in a live region",
      async (state) => {
        const page = await open(390, `theme=light&state=${state}`)
        const live = page.locator("#light").getByRole("status")
        await live.getByRole("heading", { level: 2 }).waitFor()
        expect(await live.first().ariaSnapshot()).toMatch(
          /heading[^]*paragraph/
        )
        await page.close()
      }
    )
  }
)

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

/** Presses Tab until the button has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press("Tab")
    const text = await page.evaluate<string>(
      "document.activeElement.ariaLabel ?? document.activeElement.textContent"
    )
    if (text === name) return
  }
  throw new Error(`Tab does not reach "${name}".`)
}
