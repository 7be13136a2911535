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
}

/** The machine's own Chromium, if it has one. */
export function findChromium(): string | undefined {
  return (
    PROGRAMS.map(findProgram).find((program) => program !== null) ?? undefined
  )
}

/**
 * A fresh headless browser that reaches loopback addresses only; closing the
 * context closes it.
 */
export async function openChromium({
  viewport = { width: 1440, height: 1000 },
  colorScheme = "light",
}: ChromiumOptions = {}): Promise<BrowserContext> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error("There is no Chromium on this machine.")
  // With a profile of its own, in a temporary folder, context and browser end
  // together.
  return await chromium.launchPersistentContext("", {
    executablePath,
    viewport,
    colorScheme,
    locale: "en-US",
    timezoneId: "UTC",
    // A route of Playwright's would do it as well, but turn the cache off.
    args: [
      "--host-resolver-rules=MAP * ~NOTFOUND,EXCLUDE localhost,EXCLUDE 127.0.0.1",
    ],
  })
}

/**
 * One headless Chromium for many shoppers, each in a context of their own; it
 * finds loopback addresses only.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error("There is no Chromium on this machine.")
  return await chromium.launch({
    executablePath,
    args: [
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    ],
  })
}
