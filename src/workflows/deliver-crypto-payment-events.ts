import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import {
  CRYPTO_PAYMENT_MODULE,
  type OutboxEvent,
} from "../modules/crypto-payment"

const BATCH_SIZE = 500

/** Delivers the events that earlier steps wrote, if they wrote any. */
export const deliverCryptoPaymentEventStep = createStep(
  "deliver-crypto-payment-event",
  async (
    written: OutboxEvent | null | readonly (OutboxEvent | null)[],
    { container }
  ) => {
    const events = [written].flat().filter((event) => event !== null)
    await deliverEvents(container, events)
    return new StepResponse(null)
  }
)

/**
 * Delivers the events that the runs which wrote them could not deliver.
 *
 * @returns how many were delivered.
 */
export async function deliverPendingEvents(container: MedusaContainer) {
  const { outbox } = container.resolve(CRYPTO_PAYMENT_MODULE)
  return await deliverEvents(container, await outbox.dequeue(BATCH_SIZE))
}

/**
 * An event is removed from the outbox only after Medusa's event bus accepted
 * it: after a crash in between it is delivered again, with the same `event_id`.
 * An unreachable bus never stops the settling of money; the job tries again.
 *
 * @returns how many were delivered.
 */
export async function deliverEvents(
  container: MedusaContainer,
  events: readonly OutboxEvent[]
): Promise<number> {
  if (events.length === 0) return 0
  const { outbox } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const bus = container.resolve(Modules.EVENT_BUS)
  try {
    await bus.emit(
      events.map(({ name, data }) => ({ name, data })),
      {}
    )
    await outbox.remove(events.map(({ id }) => id))
    return events.length
  } catch (error) {
    const logger = container.resolve("logger")
    logger.warn(
      `${events.length} crypto payment events could not be delivered, and will be tried again: ${error instanceof Error ? error.message : String(error)}`
    )
    return 0
  }
}
