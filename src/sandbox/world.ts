import { COIN_SETS } from "./coins"
import { Courier } from "./courier"
import type { EndpointName, RequestFault, WebhookFault } from "./faults"
import { PaymentBook } from "./payments"
import {
  Deadlines,
  type Merchant,
  openMerchant,
  type SandboxOptions,
} from "./surroundings"

export class World {
  /** Base address of checkout links; known once the server listens. */
  baseUrl = ""
  readonly now = this.options.now ?? (() => new Date())
  readonly coins = COIN_SETS[this.options.coins ?? "suffixed"]
  readonly merchants: Map<string, Merchant>
  readonly deadlines = new Deadlines(this.now)
  /** First in, first out. */
  readonly requestFaults: RequestFault[] = []
  readonly webhookFaults: WebhookFault[] = []
  /** The last API requests, oldest first, and their number by endpoint. */
  readonly requestLog: {
    requests: object[]
    counts: Partial<Record<EndpointName, number>>
  } = { requests: [], counts: {} }
  readonly courier = new Courier(this)
  readonly payments = new PaymentBook(this)

  constructor(readonly options: SandboxOptions) {
    const merchants = firstMerchants(this)
    this.merchants = new Map(merchants.map((each) => [each.id, each]))
    if (merchants.length === 0) {
      throw new Error("merchants must name at least one merchant")
    }
  }

  async close(): Promise<void> {
    this.deadlines.close()
    await this.courier.close()
  }
}

// The default is fixed, so that the settings of a shop under development survive a restart.
function firstMerchants(world: World): Merchant[] {
  const { merchantId, apiKey, webhookSecret, publicKey, merchants } =
    world.options
  const only = {
    id: merchantId ?? "5a9db0c5-0000-4000-8000-000000000001",
    api_key: apiKey ?? "ct_sandbox_key",
    webhook_secret: webhookSecret ?? "whsec_sandbox_secret",
    public_key: publicKey,
  }
  return (merchants ?? [only]).map((each) => openMerchant(each, world))
}
