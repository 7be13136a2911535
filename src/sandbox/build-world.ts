import { RequestFaults } from "./api/request-faults"
import { RequestLog } from "./api/request-log"
import { type Merchant, openMerchant, type SandboxMerchant } from "./merchants"
import { ALL_OBSERVED } from "./observed-facts"
import type { SandboxOptions } from "./options"
import { isPaid } from "./payments/payment"
import { PaymentBook } from "./payments/payment-book"
import { readState, StateFile } from "./state-file"
import { Courier } from "./webhooks/courier"
import { WebhookFaults } from "./webhooks/webhook-faults"
import type { World } from "./world"

/** A world from options, what starts its clock, and what ends it. */
export type BuiltWorld = {
  world: World
  firstMerchant: Merchant
  /** Takes up the payments and webhooks of the state file. */
  resume: () => void
  close: () => Promise<void>
}

/** Puts the parts of a sandbox together. */
export async function buildWorld(
  options: SandboxOptions,
  baseUrl: () => string
): Promise<BuiltWorld> {
  const now = options.now ?? (() => new Date())
  const stored =
    options.data === undefined ? null : await readState(options.data)
  const merchants = new Map<string, Merchant>()
  for (const merchant of firstMerchants(options, stored?.merchants, now())) {
    merchants.set(merchant.id, merchant)
  }
  const [firstMerchant] = merchants.values()
  if (!firstMerchant) {
    throw new Error("merchants: at least one is needed")
  }

  const stateFile =
    options.data === undefined
      ? null
      : new StateFile(options.data, () => ({
          version: 1,
          merchants: [...merchants.values()],
          payments: payments.all(),
          deliveries: courier.all(),
        }))
  const changed = (): void => stateFile?.changed()
  const observed = { ...ALL_OBSERVED, ...options.observed }

  const webhookFaults = new WebhookFaults()
  const courier = new Courier({
    retryIntervalMs: (options.retryIntervalSeconds ?? 60) * 1_000,
    retryCount: options.retryCount ?? 60,
    timeoutMs: (options.webhookTimeoutSeconds ?? 10) * 1_000,
    now,
    faults: webhookFaults,
    signAfresh: observed.freshSignatures,
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
  return {
    world: {
      merchants,
      payments,
      courier,
      observed,
      pricedCurrencies: options.pricedCurrencies,
      requestFaults: new RequestFaults(),
      webhookFaults,
      requestLog: new RequestLog(),
      baseUrl,
      now,
      changed,
    },
    firstMerchant,
    resume: () => {
      stored?.deliveries.forEach((delivery) => courier.restore(delivery))
      stored?.payments.forEach((payment) => payments.restore(payment))
    },
    close: async () => {
      payments.close()
      await courier.close()
      await stateFile?.flush()
    },
  }
}

/**
 * Merchants that the options name win over the stored ones, which win over the
 * one by default. That one is fixed, so that the settings of a shop under
 * development survive a restart.
 */
function firstMerchants(
  options: SandboxOptions,
  stored: Merchant[] | undefined,
  now: Date
): Merchant[] {
  const { merchantId, apiKey, webhookSecret, publicKey } = options
  const named = [merchantId, apiKey, webhookSecret, publicKey].some(
    (value) => value !== undefined
  )
  if (stored && !options.merchants && !named) {
    return stored
  }
  const byDefault: SandboxMerchant = {
    id: merchantId ?? "5a9db0c5-0000-4000-8000-000000000001",
    api_key: apiKey ?? "ct_sandbox_key",
    webhook_secret: webhookSecret ?? "whsec_sandbox_secret",
    ...(publicKey === undefined ? {} : { public_key: publicKey }),
  }
  return (options.merchants ?? [byDefault]).map((given) =>
    openMerchant(given, now)
  )
}
