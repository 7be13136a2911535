import type { RequestFaults } from "./api/request-faults"
import type { RequestLog } from "./api/request-log"
import type { Merchant } from "./merchants"
import type { ObservedFacts } from "./observed-facts"
import type { PaymentBook } from "./payments/payment-book"
import type { Courier } from "./webhooks/courier"
import type { WebhookFaults } from "./webhooks/webhook-faults"

/** Everything the routes of one sandbox share. */
export type World = {
  merchants: Map<string, Merchant>
  payments: PaymentBook
  courier: Courier
  observed: ObservedFacts
  pricedCurrencies: string[] | undefined
  requestFaults: RequestFaults
  webhookFaults: WebhookFaults
  requestLog: RequestLog
  /** Address that checkout links start with; known once the server listens. */
  baseUrl: () => string
  now: () => Date
  /** Tells the state file that something changed. */
  changed: () => void
}
