import type {
  MedusaContainer,
  PaymentSessionDTO,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  type Attempt,
  comparablePrice,
  CRYPTO_PAYMENT_MODULE,
  isUntried,
  readShortfall,
  sessionToTryAtOnce,
} from "../../modules/crypto-payment/internal"
import { findCollectionIds, findLinks, findOrderId } from "../medusa/records"

/**
 * The session of an attempt that was just confirmed, where core can be asked for its order before the
 * facts are gathered. Runs under the attempt's lease.
 */
export async function findUntriedSession(
  container: MedusaContainer,
  attempt: Attempt
): Promise<PaymentSessionDTO | undefined> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { merchants } = ledger
  const { payment_collection_id } = attempt
  const provider = merchants.provider(attempt.provider_id)
  if (!isUntried(attempt) || !payment_collection_id || !provider) return
  const query = container.resolve("query")
  const [sessions, ofCollection, ofCart, collectionIds] = await Promise.all([
    container
      .resolve(Modules.PAYMENT)
      .listPaymentSessions(
        { payment_collection_id },
        { relations: ["payment_collection", "payment"] }
      ),
    findLinks(query, "order_payment_collection", "order_id", {
      payment_collection_id,
    }),
    findOrderId(query, attempt),
    findCollectionIds(query, attempt),
  ])
  const collection = sessions[0]?.payment_collection
  if (!collection) return
  const id = sessionToTryAtOnce(
    attempt,
    {
      price: comparablePrice(collection),
      sessions: sessions.map((session) => ({
        id: session.id,
        status: session.status,
        price: comparablePrice(session),
        has_payment: Boolean(session.payment),
      })),
      is_ordered: ofCollection.length > 0 || ofCart !== undefined,
      is_only_one: collectionIds.length === 1,
    },
    {
      test_mode: merchants.options(provider.merchantKey).testMode,
      shortfall: await readShortfall(ledger, attempt),
    }
  )
  return sessions.find((session) => session.id === id)
}
