import type { Logger } from "@medusajs/framework/types"
import type {
  FailureReason,
  WebhookLog,
} from "../../../../modules/crypto-payment"

/**
 * Notes how deliveries to one provider go, for the health page. A note that
 * cannot be written is logged and no more: the delivery itself went its way.
 */
export class DeliveryNotes {
  constructor(
    private readonly webhookLog: WebhookLog,
    private readonly logger: Logger,
    private readonly providerId: string
  ) {}

  /** It counts as delivered; one that came too late to count as a failure, too. */
  async dealtWith({ stale }: { stale: boolean }): Promise<void> {
    await this.write(() => this.webhookLog.recordDelivery(this.providerId))
    if (stale) await this.failed("stale_timestamp")
  }

  async failed(reason: FailureReason): Promise<void> {
    await this.write(() => this.webhookLog.recordFailure(this.providerId, reason))
  }

  private async write(note: () => Promise<void>): Promise<void> {
    try {
      await note()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.logger.warn(`crypto webhook health could not be written: ${why}`)
    }
  }
}
