import { RequestLog } from "./api/observe-request"
import { Deadlines } from "./deadlines"
import { FaultQueue, type RequestFault, type WebhookFault } from "./faults"
import { type Merchant, openMerchant } from "./merchants"
import {
  ALL_OBSERVED,
  type ObservedFacts,
  type SandboxOptions,
} from "./options"
import { PaymentBook } from "./payments/payment-book"
import { readState, StateFile } from "./state-file"
import { Courier } from "./webhooks/courier"

/** Everything that the parts of one sandbox share. */
export class World {
  /** Base address of checkout links; known once the server listens. */
  baseUrl = ""
  readonly now: () => Date
  readonly observed: ObservedFacts
  readonly merchants: Map<string, Merchant>
  readonly deadlines: Deadlines
  readonly requestFaults = new FaultQueue<RequestFault>()
  readonly webhookFaults = new FaultQueue<WebhookFault>()
  readonly requestLog = new RequestLog()
  readonly courier = new Courier(this)
  readonly payments = new PaymentBook(this)
  private readonly stateFile: StateFile | undefined
  /** Continues the payments and webhooks of the state file. */
  readonly resume: () => void

  constructor(readonly options: SandboxOptions) {
    const { data, now = () => new Date(), observed } = options
    const stored = data === undefined ? undefined : readState(data)
    this.now = now
    this.observed = { ...ALL_OBSERVED, ...observed }
    this.deadlines = new Deadlines(now)
    const merchants = firstMerchants(options, stored?.merchants, now())
    this.merchants = new Map(merchants.map((each) => [each.id, each]))
    if (merchants.length === 0) {
      throw new Error("merchants must name at least one merchant")
    }
    this.resume = () => {
      stored?.deliveries.forEach((each) => this.courier.restore(each))
      stored?.payments.forEach((each) => this.payments.restore(each))
    }
    if (data !== undefined) {
      this.stateFile = new StateFile(data, () => ({
        version: 1,
        merchants: [...this.merchants.values()],
        payments: [...this.payments.byId.values()],
        deliveries: [...this.courier.deliveries.values()],
      }))
    }
  }

  /** Schedules a write of the state file. */
  changed(): void {
    this.stateFile?.changed()
  }

  async close(): Promise<void> {
    this.deadlines.close()
    await this.courier.close()
    this.stateFile?.flush()
  }
}

/**
 * Merchants of the options win over the stored ones, which win over the default.
 * The default is fixed, so that the settings of a shop under development survive
 * a restart.
 */
function firstMerchants(
  options: SandboxOptions,
  stored: Merchant[] | undefined,
  now: Date
): Merchant[] {
  const { merchantId, apiKey, webhookSecret, publicKey, merchants } = options
  const named = merchants ?? merchantId ?? apiKey ?? webhookSecret ?? publicKey
  if (stored && named === undefined) return stored
  const only = {
    id: merchantId ?? "5a9db0c5-0000-4000-8000-000000000001",
    api_key: apiKey ?? "ct_sandbox_key",
    webhook_secret: webhookSecret ?? "whsec_sandbox_secret",
    public_key: publicKey,
  }
  return (merchants ?? [only]).map((each) => openMerchant(each, now))
}
