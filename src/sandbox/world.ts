import { readFile, rename, writeFile } from "node:fs/promises"
import { isNativeError } from "node:util/types"
import { z } from "zod"
import { RequestLog } from "./api/observe-request"
import { FaultQueue, type RequestFault, type WebhookFault } from "./faults"
import { type Merchant, merchantRecord, openMerchant } from "./merchants"
import {
  ALL_OBSERVED,
  type ObservedFacts,
  type SandboxOptions,
} from "./options"
import { isPaid, paymentRecord } from "./payments/payment"
import { PaymentBook } from "./payments/payment-book"
import { Courier } from "./webhooks/courier"
import { delivery } from "./webhooks/delivery"

/** Everything that the routes of one sandbox share. */
export type World = {
  merchants: Map<string, Merchant>
  payments: PaymentBook
  courier: Courier
  observed: ObservedFacts
  pricedCurrencies: string[] | undefined
  requestFaults: FaultQueue<RequestFault>
  webhookFaults: FaultQueue<WebhookFault>
  requestLog: RequestLog
  /** Base address of checkout links; known once the server listens. */
  baseUrl: () => string
  now: () => Date
  /** Schedules a write of the state file. */
  changed: () => void
}

/**
 * Builds a world from options. `resume` continues the payments and webhooks of
 * the state file.
 */
export async function buildWorld(
  options: SandboxOptions,
  baseUrl: () => string
) {
  const { data, now = () => new Date() } = options
  const stored = data === undefined ? null : await readState(data)
  const merchants = new Map(
    firstMerchants(options, stored, now()).map((each) => [each.id, each])
  )
  const [firstMerchant] = merchants.values()
  if (!firstMerchant) {
    throw new Error("merchants must name at least one merchant")
  }

  const stateFile =
    data === undefined
      ? null
      : new StateFile(data, () => ({
          version: 1,
          merchants: [...merchants.values()],
          payments: payments.all(),
          deliveries: courier.all(),
        }))
  const changed = (): void => stateFile?.changed()
  const observed = { ...ALL_OBSERVED, ...options.observed }

  const webhookFaults = new FaultQueue<WebhookFault>()
  const courier = new Courier({
    retryIntervalMs: (options.retryIntervalSeconds ?? 60) * 1_000,
    retryCount: options.retryCount ?? 60,
    timeoutMs: (options.webhookTimeoutSeconds ?? 10) * 1_000,
    now,
    faults: webhookFaults,
    freshSignatures: observed.freshSignatures,
    secretOf: (id) => merchants.get(id)?.webhook_secret,
    onChange: changed,
  })
  const payments = new PaymentBook({
    countdownMs: (options.countdownSeconds ?? 900) * 1_000,
    now,
    walletsOf: (id) => merchants.get(id)?.wallets ?? [],
    onChange: changed,
    shortIds: observed.shortIds,
    onFinal: (payment) => {
      if (observed.unpaidWebhooks || isPaid(payment.status)) {
        courier.announce(payment)
      }
    },
  })
  const world: World = {
    merchants,
    payments,
    courier,
    observed,
    pricedCurrencies: options.pricedCurrencies,
    requestFaults: new FaultQueue<RequestFault>(),
    webhookFaults,
    requestLog: new RequestLog(),
    baseUrl,
    now,
    changed,
  }
  return {
    world,
    firstMerchant,
    resume: () => {
      stored?.deliveries.forEach((each) => courier.restore(each))
      stored?.payments.forEach((each) => payments.restore(each))
    },
    close: async () => {
      payments.close()
      await courier.close()
      await stateFile?.flush()
    },
  }
}

/**
 * Merchants of the options win over the stored ones, which win over the default.
 * The default is fixed, so that the settings of a shop under development survive
 * a restart.
 */
function firstMerchants(
  options: SandboxOptions,
  stored: SandboxState | null,
  now: Date
): Merchant[] {
  const { merchantId, apiKey, webhookSecret, publicKey, merchants } = options
  const isNamed = [
    merchants,
    merchantId,
    apiKey,
    webhookSecret,
    publicKey,
  ].some((value) => value !== undefined)
  if (stored && !isNamed) {
    return stored.merchants
  }
  const only = {
    id: merchantId ?? "5a9db0c5-0000-4000-8000-000000000001",
    api_key: apiKey ?? "ct_sandbox_key",
    webhook_secret: webhookSecret ?? "whsec_sandbox_secret",
    public_key: publicKey,
  }
  return (merchants ?? [only]).map((each) => openMerchant(each, now))
}

const sandboxState = z.object({
  version: z.literal(1),
  merchants: z.array(merchantRecord),
  payments: z.array(paymentRecord),
  deliveries: z.array(delivery),
})

type SandboxState = z.infer<typeof sandboxState>

/** The state in the file, or null when there is no file yet. */
async function readState(path: string): Promise<SandboxState | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (isNativeError(error) && "code" in error && error.code === "ENOENT") {
      return null
    }
    throw error
  })
  if (text === null) {
    return null
  }
  try {
    return sandboxState.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${path} is not a state file of this sandbox`, { cause })
  }
}

/** Writes the state 50 ms after a change, and atomically: no reader or crash meets half a file. */
class StateFile {
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()

  constructor(
    private readonly path: string,
    private readonly state: () => SandboxState
  ) {}

  changed(): void {
    this.timer ??= setTimeout(() => {
      void this.flush().catch((error: Error) => process.emitWarning(error))
    }, WRITE_DELAY_MS)
  }

  /** Writes now; resolves when the file is in place. */
  flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.writing = this.writing.catch(() => undefined).then(() => this.write())
    return this.writing
  }

  private async write(): Promise<void> {
    const unfinished = `${this.path}.unfinished`
    await writeFile(unfinished, JSON.stringify(this.state()), { mode: 0o600 })
    await rename(unfinished, this.path)
  }
}

const WRITE_DELAY_MS = 50
