import { type Browser, type BrowserContext, chromium } from "playwright-core"
import { findProgram } from "../programs"

const PROGRAMS = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
]

export type ChromiumOptions = {
  /** @default 1440 by 1000 CSS pixels */
  viewport?: { width: number; height: number }
  /** @default "light" */
  colorScheme?: "light" | "dark"
  /** Names, such as "*.demo.test", of a server on this machine; it may sign for itself. */
  hosts?: { names: string; port: number }
}

/** The machine's own Chromium, if it has one. */
export function findChromium(): string | undefined {
  return (
    PROGRAMS.map(findProgram).find((program) => program !== null) ?? undefined
  )
}

/** Of the machine's Chromium; it reaches loopback addresses only. */
function launchOptions(hosts?: ChromiumOptions["hosts"]) {
  const executablePath = findChromium()
  if (!executablePath) throw new Error("There is no Chromium on this machine.")
  // A route of Playwright's would do it as well, but turn the cache off.
  const own = hosts ? `MAP ${hosts.names} 127.0.0.1:${hosts.port},` : ""
  const rules = `${own}MAP * ~NOTFOUND,EXCLUDE localhost,EXCLUDE 127.0.0.1`
  return { executablePath, args: [`--host-resolver-rules=${rules}`] }
}

/** A fresh headless browser; closing the context closes it. */
export async function openChromium({
  viewport = { width: 1440, height: 1000 },
  colorScheme = "light",
  hosts,
}: ChromiumOptions = {}): Promise<BrowserContext> {
  // With a profile of its own, in a temporary folder, context and browser end
  // together.
  return await chromium.launchPersistentContext("", {
    ...launchOptions(hosts),
    ignoreHTTPSErrors: hosts !== undefined,
    viewport,
    colorScheme,
    locale: "en-US",
    timezoneId: "UTC",
  })
}

/** One headless Chromium for many shoppers, each in a context of their own. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch(launchOptions())
}
