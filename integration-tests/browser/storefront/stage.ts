import type { Browser } from "playwright-core"
import { type Demo, type DemoOptions, startDemo } from "../../demo/start-demo"
import {
  type ChromiumOptions,
  launchBrowser,
} from "../../support/browser/chromium"
import { StoreDriver } from "../../support/store-driver"
import { Visitor } from "./visitor"

/** The demo with shoppers in browsers. */
export class Stage extends StoreDriver<Demo> {
  private readonly visitors: Visitor[] = []
  private chromium!: Browser

  static async start(options: DemoOptions): Promise<Stage> {
    const demo = await startDemo({ admin: false, ...options })
    return await new Stage(demo).open().catch(async (error: unknown) => {
      await demo.stop()
      throw error
    })
  }

  override async open(): Promise<this> {
    this.chromium = await launchBrowser()
    return await super.open()
  }

  override async close(): Promise<void> {
    await this.allLeave()
    await this.chromium.close()
    await super.close()
  }

  /** A shopper with a fresh browser; those of a test leave after it. */
  async visitor(options?: ChromiumOptions): Promise<Visitor> {
    const visitor = await Visitor.arrive(this.shop, this.chromium, options)
    this.visitors.push(visitor)
    return visitor
  }

  /** Where the gateway leads the shopper of a payment back to. */
  async returnUrls(
    id: string
  ): Promise<{ success_url: string; fail_url: string }> {
    const { success_url, fail_url } = await this.gateway.payment(id)
    if (!success_url || !fail_url) throw new Error(`${id} leads nowhere.`)
    return { success_url, fail_url }
  }

  /** To be called between tests: browsers end, and so do the gateway's faults. */
  async allLeave(): Promise<void> {
    await Promise.all(this.visitors.splice(0).map((each) => each.leave()))
    await this.gateway.clearFaults()
  }
}
