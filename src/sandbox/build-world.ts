import { RequestFaults } from "./api/request-faults"
import { RequestLog } from "./api/request-log"
import { type Merchant, openMerchant, type SandboxMerchant } from "./merchants"
import { ALL_OBSERVED, type SandboxOptions } from "./options"
import { PaymentBook } from "./payments/payment-book"
import { Courier } from "./webhooks/courier"
import { WebhookFaults } from "./webhooks/webhook-faults"
import type { World } from "./world"

/** A world from options, and what ends it. */
export interface BuiltWorld {
  world: World
  firstMerchant: Merchant
  close(): Promise<void>
}

/** Puts the parts of a sandbox together. */
export async function buildWorld(
  options: SandboxOptions,
  baseUrl: () => string
): Promise<BuiltWorld> {
  const now = options.now ?? (() => new Date())
  const merchants = new Map<string, Merchant>()
  for (const given of givenMerchants(options)) {
    merchants.set(given.id, openMerchant(given, now()))
  }
  const [firstMerchant] = merchants.values()
  if (!firstMerchant) {
    throw new Error("merchants: at least one is needed")
  }
  const changed = (): void => undefined
  const webhookFaults = new WebhookFaults()
  const courier = new Courier({
    retryIntervalMs: (options.retryIntervalSeconds ?? 60) * 1_000,
    retryCount: options.retryCount ?? 60,
    timeoutMs: (options.webhookTimeoutSeconds ?? 10) * 1_000,
    now,
    faults: webhookFaults,
    secretOf: (id) => merchants.get(id)?.webhook_secret,
    onChange: () => changed(),
  })
  const payments = new PaymentBook({
    countdownMs: (options.countdownSeconds ?? 900) * 1_000,
    now,
    onChange: () => changed(),
    onFinal: (payment) => courier.announce(payment),
  })
  const world: World = {
    merchants,
    payments,
    courier,
    observed: { ...ALL_OBSERVED, ...options.observed },
    pricedCurrencies: options.pricedCurrencies,
    requestFaults: new RequestFaults(),
    webhookFaults,
    requestLog: new RequestLog(),
    baseUrl,
    now,
    changed: () => changed(),
  }
  return {
    world,
    firstMerchant,
    close: async () => {
      payments.close()
      await courier.close()
    },
  }
}

// Fixed, so that the settings of a shop under development survive a restart.
function givenMerchants(options: SandboxOptions): SandboxMerchant[] {
  return (
    options.merchants ?? [
      {
        id: options.merchantId ?? "5a9db0c5-0000-4000-8000-000000000001",
        api_key: options.apiKey ?? "ct_sandbox_key",
        webhook_secret: options.webhookSecret ?? "whsec_sandbox_secret",
        ...(options.publicKey === undefined
          ? {}
          : { public_key: options.publicKey }),
      },
    ]
  )
}
