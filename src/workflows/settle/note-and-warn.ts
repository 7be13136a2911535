import type { MedusaContainer } from "@medusajs/framework/types"
import type { TimelineEntry } from "../../modules/crypto-payment/attempts/rows"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"

/** In the timeline, once, and then in the log. */
export async function noteAndWarn(
  container: MedusaContainer,
  id: string,
  entry: TimelineEntry,
  warning: string
): Promise<void> {
  const { timeline } = container.resolve(CRYPTO_PAYMENT_MODULE)
  if (!(await timeline.append(id, entry))) return
  container.resolve("logger").warn(`crypto payment ${id}: ${warning}`)
}
