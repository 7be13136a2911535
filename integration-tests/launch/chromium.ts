import { type BrowserContext, chromium } from "playwright-core"
import { findProgram } from "../machine/programs"

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
  const context = await chromium.launchPersistentContext("", {
    executablePath,
    viewport,
    colorScheme,
    locale: "en-US",
    timezoneId: "UTC",
  })
  await context.route(
    (url) => !["localhost", "127.0.0.1"].includes(url.hostname),
    (route) => route.abort()
  )
  return context
}
