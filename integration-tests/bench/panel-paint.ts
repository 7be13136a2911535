import type { Browser } from "playwright-core"
import { startStorefront } from "../demo/storefront/start-storefront"
import { findChromium } from "../support/browser/chromium"
import { launchBrowser } from "../support/browser/launch-browser"
import { eventually } from "../support/eventually"
import { freePort } from "../support/postgres"
import { atMost, type Figure } from "./figure"

const ROUNDS = 9

/** A phone of some years ago, as Lighthouse slows a desktop's processor down. */
const SLOWER = 4
const PHONE = { width: 390, height: 844 }

/**
 * How long the storefront kit's panel takes from the answer with the coins to the paint that shows
 * them, and from the answer with the payment to its address, in Chromium on a slow processor.
 */
export async function benchPanelPaint(): Promise<Figure[]> {
  if (!findChromium()) {
    process.stderr.write(
      "No Chromium on this machine: no figure of the panel.\n"
    )
    return []
  }
  const storefront = await startStorefront({
    port: await freePort(),
    medusaUrl: "http://localhost:9",
    store: { publishableKey: "none", regionId: "none", countryCode: "de" },
  })
  const chromium = await launchBrowser()
  try {
    const url = `${storefront.url}/themes?theme=light&state=`
    const coins = await measure(chromium, `${url}choosing`, {
      answer: "/currencies",
      shown: ".cryptopay-coin",
    })
    const payment = await measure(chromium, `${url}waiting`, {
      answer: "/store/crypto-payments/",
      shown: ".cryptopay-value",
    })
    return [
      atMost(100, "coins to their paint in the panel, slow phone", coins, "ms"),
      atMost(
        100,
        "payment to its paint in the panel, slow phone",
        payment,
        "ms"
      ),
    ]
  } finally {
    await chromium.close()
    await storefront.close()
  }
}

async function measure(
  chromium: Browser,
  url: string,
  { answer, shown }: { answer: string; shown: string }
): Promise<number[]> {
  const measured: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await chromium.newPage({ viewport: PHONE })
    const devTools = await page.context().newCDPSession(page)
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER })
    await page.addInitScript(observe(shown))
    await page.goto(url)
    const paintedMs = await eventually(
      () => page.evaluate<number | undefined>("window.paintedMs"),
      { otherwise: `${shown} is not painted.` }
    )
    const answeredMs = await page.evaluate<number>(
      `performance.getEntriesByName(${JSON.stringify(answer)})[0].startTime`
    )
    measured.push(paintedMs - answeredMs)
    await page.close()
  }
  return measured
}

/** Sets `paintedMs` after the frame that has the element. */
const observe = (selector: string) => `
  new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(selector)})) return
    observer.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => { window.paintedMs = performance.now() }
      port2.postMessage(null)
    })
  }).observe(document, { childList: true, subtree: true })
`
