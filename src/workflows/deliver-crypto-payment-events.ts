import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { setTimeout as wait } from "node:timers/promises"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import type { OutboxEvent } from "../modules/crypto-payment/outbox/outbox"

const BATCH_SIZE = 500

export const deliverCryptoPaymentEventStep = createStep(
  "deliver-crypto-payment-event",
  async (
    written: OutboxEvent | null | readonly (OutboxEvent | null)[],
    { container }
  ) => {
    const events = [written].flat().filter((event) => event !== null)
    return new StepResponse(await deliverEvents(container, events))
  }
)

/** Delivers the events that their runs could not deliver, or that the event bus lost. */
export async function deliverPendingEvents(container: MedusaContainer) {
  const { outbox } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const due = await outbox.dequeue(BATCH_SIZE)
  const accepted = await deliverEvents(container, due)
  // A bus that never brings events back to subscribers in Medusa has them anyway.
  if (accepted > 0) {
    await outbox.remove(due.filter(({ is_old }) => is_old).map(({ id }) => id))
  }
}

/**
 * Each event stays in the outbox until it came back from the bus to a subscriber, or is a day old.
 * A bus that is out of reach never stops the settling of money; the job tries again.
 * @returns how many the bus accepted.
 */
export async function deliverEvents(
  container: MedusaContainer,
  events: readonly OutboxEvent[]
): Promise<number> {
  if (events.length === 0) return 0
  const bus = container.resolve(Modules.EVENT_BUS)
  try {
    const messages = events.map(({ name, data }) => ({ name, data }))
    await withTimeLimit(bus.emit(messages, {}), EMIT_LIMIT_MS)
    return events.length
  } catch (error) {
    const logger = container.resolve("logger")
    logger.warn(
      `${events.length} crypto payment events could not be delivered, and will be tried again: ${error instanceof Error ? error.message : String(error)}`
    )
    return 0
  }
}

/** A bus whose Redis is out of reach keeps what it is handed, and does not answer. */
const EMIT_LIMIT_MS = 10_000

/** What Medusa hands to Redis, or to a provider, may never be answered. @throws MedusaError */
export async function withTimeLimit<Result>(
  work: Promise<Result>,
  limitMs: number
): Promise<Result> {
  const timer = new AbortController()
  const limit = wait(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `No answer within ${limitMs / 1_000} s.`
    )
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    timer.abort()
  }
}
