import type { Demo } from "../../demo/start-demo"
import {
  type ChromiumOptions,
  openChromium,
} from "../../support/browser/chromium"
import { StoreDriver } from "../../support/store-driver"
import { Visitor } from "./visitor"

/** The demo with shoppers in browsers. */
export class Stage extends StoreDriver<Demo> {
  private readonly visitors: Visitor[] = []

  override async close(): Promise<void> {
    await this.allLeave()
    await super.close()
  }

  /** A shopper with a fresh browser; those of a test leave after it. */
  async visitor(options?: ChromiumOptions): Promise<Visitor> {
    const browser = await openChromium(options)
    const visitor = new Visitor(this.shop, await browser.newPage())
    this.visitors.push(visitor)
    return visitor
  }

  /** Where the gateway leads the shopper of a payment back to. */
  async returnUrls(
    id: string
  ): Promise<{ success_url: string; fail_url: string }> {
    const { success_url, fail_url } = await this.control.payment(id)
    return { success_url: String(success_url), fail_url: String(fail_url) }
  }

  /**
   * To be called between tests: browsers end, and so do the gateway's faults. Throws what the
   * browsers complained of.
   */
  async allLeave(): Promise<void> {
    const leaving = this.visitors.splice(0)
    await Promise.all(leaving.map((each) => each.leave()))
    await this.control.clearFaults()
    const complaints = leaving.flatMap((each) => each.complaints)
    if (complaints.length > 0) throw new Error(complaints.join("\n"))
  }
}
