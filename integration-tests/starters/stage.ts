import type { Browser } from "playwright-core"
import type { ChromiumOptions } from "../support/browser/chromium"
import { launchBrowser } from "../support/browser/launch-browser"
import type { StarterStore } from "./starter-store"
import { StorefrontVisit } from "./storefront-visit"

/** A starter's storefront with shoppers in it. */
export class Stage {
  private visits: StorefrontVisit[] = []

  private constructor(
    readonly store: StarterStore,
    private readonly storefrontUrl: string,
    private readonly chromium: Browser
  ) {}

  static async open(
    store: StarterStore,
    storefrontUrl: string
  ): Promise<Stage> {
    return new Stage(store, storefrontUrl, await launchBrowser())
  }

  async close(): Promise<void> {
    await this.chromium.close()
  }

  /** A shopper with a fresh browser; those of a test leave after it. */
  async visit(options?: ChromiumOptions): Promise<StorefrontVisit> {
    const urls = {
      storefront: this.storefrontUrl,
      gateway: this.store.gatewayUrl,
    }
    const visit = await StorefrontVisit.begin(urls, this.chromium, options)
    this.visits.push(visit)
    return visit
  }

  /** To be called between tests: browsers end, and so do the gateway's faults. */
  async allLeave(): Promise<void> {
    await Promise.all(this.visits.splice(0).map((visit) => visit.end()))
    await this.store.gateway.clearFaults()
  }

  /** The attempt that the cart's latest payment belongs to. */
  async latestPayment(cartId: string): Promise<string> {
    const attempts = await this.store.attempts(cartId)
    const latest = attempts.at(-1)
    if (!latest) throw new Error(`${cartId} has no crypto payment.`)
    return latest.gateway_payment_id
  }
}
