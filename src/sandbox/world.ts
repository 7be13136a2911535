import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { z } from "zod"
import { COIN_SETS, coinSet } from "./coins"
import { Courier, delivery } from "./courier"
import { Deadlines } from "./deadlines"
import type { RequestFault, WebhookFault } from "./faults"
import { type Merchant, merchantRecord, openMerchant } from "./merchants"
import { ALL_OBSERVED, type SandboxOptions } from "./options"
import { PaymentBook, paymentRecord } from "./payments"
import { RequestLog } from "./request-log"

const sandboxState = z.object({
  version: z.literal(1),
  coins: coinSet.default("suffixed"),
  merchants: z.array(merchantRecord),
  payments: z.array(paymentRecord),
  deliveries: z.array(delivery),
})
type SandboxState = z.infer<typeof sandboxState>

/** Everything that the parts of one sandbox share, and its state file. */
export class World {
  /** Base address of checkout links; known once the server listens. */
  baseUrl = ""
  readonly now = this.options.now ?? (() => new Date())
  readonly observed = { ...ALL_OBSERVED, ...this.options.observed }
  private readonly coinSet = this.options.coins ?? "suffixed"
  readonly coins = COIN_SETS[this.coinSet]
  readonly merchants: Map<string, Merchant>
  readonly deadlines = new Deadlines(this.now)
  /** First in, first out. */
  readonly requestFaults: RequestFault[] = []
  readonly webhookFaults: WebhookFault[] = []
  readonly requestLog = new RequestLog()
  readonly courier = new Courier(this)
  readonly payments = new PaymentBook(this)
  private readonly stored = readState(this.options.data)
  private saving: NodeJS.Timeout | undefined

  constructor(readonly options: SandboxOptions) {
    const { stored } = this
    if (stored && stored.coins !== this.coinSet) {
      throw new Error(
        `${options.data} has the coins "${stored.coins}", not "${this.coinSet}"`
      )
    }
    const merchants = firstMerchants(this, stored)
    this.merchants = new Map(merchants.map((each) => [each.id, each]))
    if (merchants.length === 0) {
      throw new Error("merchants must name at least one merchant")
    }
  }

  /** Continues the payments and webhooks of the state file. */
  resume(): void {
    this.stored?.deliveries.forEach((each) => this.courier.restore(each))
    this.stored?.payments.forEach((each) => this.payments.restore(each))
  }

  /** Saves the state within 50 ms. */
  changed(): void {
    if (this.options.data === undefined) return
    this.saving ??= setTimeout(() => {
      try {
        this.save()
      } catch (error) {
        process.emitWarning(error as Error)
      }
    }, 50)
  }

  async close(): Promise<void> {
    this.deadlines.close()
    await this.courier.close()
    this.save()
  }

  private save(): void {
    clearTimeout(this.saving)
    this.saving = undefined
    const { data } = this.options
    if (data === undefined) return
    const state: SandboxState = {
      version: 1,
      coins: this.coinSet,
      merchants: [...this.merchants.values()],
      payments: [...this.payments.byId.values()],
      deliveries: [...this.courier.deliveries.values()],
    }
    // Atomically: no reader or crash meets half a file.
    const unfinished = `${data}.unfinished`
    writeFileSync(unfinished, JSON.stringify(state), { mode: 0o600 })
    renameSync(unfinished, data)
  }
}

function readState(path: string | undefined): SandboxState | undefined {
  if (path === undefined || !statSync(path, { throwIfNoEntry: false })) return
  const text = readFileSync(path, "utf8")
  try {
    return sandboxState.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${path} is not a state file of this sandbox`, { cause })
  }
}

// The default is fixed, so that the settings of a shop under development survive a restart.
function firstMerchants(
  world: World,
  stored: SandboxState | undefined
): Merchant[] {
  const { merchantId, apiKey, webhookSecret, publicKey, merchants } =
    world.options
  const named = merchants ?? merchantId ?? apiKey ?? webhookSecret ?? publicKey
  if (stored && named === undefined) return stored.merchants
  const only = {
    id: merchantId ?? "5a9db0c5-0000-4000-8000-000000000001",
    api_key: apiKey ?? "ct_sandbox_key",
    webhook_secret: webhookSecret ?? "whsec_sandbox_secret",
    public_key: publicKey,
  }
  return (merchants ?? [only]).map((each) => openMerchant(each, world))
}
