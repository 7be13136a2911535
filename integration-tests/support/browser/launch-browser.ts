import { type Browser, chromium } from "playwright-core"
import { findChromium } from "./chromium"

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
