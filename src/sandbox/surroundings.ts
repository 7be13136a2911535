import type { Coin } from "./coins"
import type { Deadlines } from "./deadlines"
import type { WebhookFault } from "./faults"
import type { Merchant } from "./merchants"
import type { SandboxOptions } from "./options"

/** What the payments and the webhooks of one sandbox find around them. */
export type Surroundings = {
  options: SandboxOptions
  now: () => Date
  coins: Coin[]
  merchants: ReadonlyMap<string, Merchant>
  deadlines: Deadlines
  webhookFaults: WebhookFault[]
}
