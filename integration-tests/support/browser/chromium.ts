import { type BrowserContext, chromium } from "playwright-core"
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
  /** Host names of other sites, which all lead to this machine. @default [] */
  otherSites?: string[]
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
  otherSites = [],
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
    args: otherSites.length > 0 ? [resolverRules(otherSites)] : [],
  })
  await context.route(
    ({ hostname }) =>
      !["localhost", "127.0.0.1", ...otherSites].includes(hostname),
    (route) => route.abort()
  )
  return context
}

function resolverRules(names: string[]): string {
  const rules = names.map((name) => `MAP ${name} 127.0.0.1`)
  return `--host-resolver-rules=${rules.join(",")}`
}
