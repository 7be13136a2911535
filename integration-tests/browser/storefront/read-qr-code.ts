import jsQR from "jsqr"
import type { Locator, Page } from "playwright-core"
import { PNG } from "pngjs"
import { eventually } from "../../support/eventually"

/** What a wallet's camera reads from a screenshot of the page. */
export async function readQrCode(
  page: Page,
  code: Locator = page.locator(".cryptopay-qr")
): Promise<string> {
  await code.scrollIntoViewIfNeeded()
  return await eventually(
    async () => {
      const { data, width, height } = PNG.sync.read(await page.screenshot())
      return jsQR(new Uint8ClampedArray(data), width, height)?.data
    },
    { otherwise: "No QR code can be read on the page." }
  )
}
