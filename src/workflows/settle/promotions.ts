import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { isDeepStrictEqual } from "node:util"
import { findCompletions, type PromotionUse } from "../../medusa/completions"
import {
  findPromotions,
  type PromotedOrder,
  readPromotedOrder,
} from "../../medusa/promotions"
import type { Query } from "../../medusa/query"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"

/** Core writes the use of promotions at the same time as the links of the order. */
const COUNTED_WITHIN_MS = 60_000

/**
 * Gives back the use of promotions that a completion counted before core failed to undo it: by what
 * the workflow engine kept of it; of one that was killed, where the promotion was last written just
 * after its order. Once: the timeline keeps how the promotions were before. A run after a crash
 * gives them back where they still are so.
 */
export async function giveBackPromotions(
  container: MedusaContainer,
  { id, cart_id }: Pick<Attempt, "id" | "cart_id">,
  order_id: string
): Promise<void> {
  if (!cart_id) return
  const query = container.resolve("query")
  const order = await readPromotedOrder(query, order_id)
  const completions = await findCompletions(container, cart_id, order_id)
  const creator = completions.find(({ created }) => created)
  const use = creator ? creator.used : order && (await findUse(query, order))
  if (!use) return
  const before = await readPromotions(query, use)
  if (before.length === 0) return
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const type = "promotion_given_back"
  const isFirst = await ledger.timeline.append(id, {
    type,
    source: "decision",
    fact: `${type}:${order_id}`,
    data: { order_id, number: String(order?.display_id ?? order_id), before },
  })
  if (!isFirst) {
    const entries = await ledger.listCryptoPaymentEvents({
      crypto_payment_id: id,
      type,
    })
    const entry = entries.find(({ data }) => data?.order_id === order_id)
    if (!isDeepStrictEqual(entry?.data?.before, before)) return
  }
  await container
    .resolve(Modules.PROMOTION)
    .revertUsage(use.computedActions, use.registrationContext)
}

/** As core counts it, of what was written just after the order. */
async function findUse(
  query: Query,
  order: PromotedOrder
): Promise<PromotionUse | null> {
  const adjusted = [...order.items, ...order.shipping_methods]
  const use: PromotionUse = {
    computedActions: adjusted
      .flatMap((each) => each.adjustments)
      .flatMap(({ code, amount }) => (code ? [{ code, amount }] : [])),
    registrationContext: {
      customer_id: order.customer_id,
      customer_email: order.email,
    },
  }
  const createdAt = new Date(order.created_at).getTime()
  const counted = (await readPromotions(query, use))
    .filter(({ written_at }) => {
      const sinceMs = new Date(written_at).getTime() - createdAt
      return sinceMs >= 0 && sinceMs < COUNTED_WITHIN_MS
    })
    .map(({ code }) => code)
  return {
    ...use,
    computedActions: use.computedActions.filter(({ code }) =>
      counted.includes(code)
    ),
  }
}

/** Those whose use is counted, with when it was last written. */
async function readPromotions(
  query: Query,
  { computedActions }: Pick<PromotionUse, "computedActions">
) {
  const code = [...new Set(computedActions.map((each) => each.code))]
  if (code.length === 0) return []
  return (await findPromotions(query, code))
    .filter(({ limit, campaign }) => limit !== null || campaign?.budget)
    .map(({ code, used, updated_at, campaign }) => {
      const written = [updated_at, campaign?.budget?.updated_at ?? updated_at]
      return {
        code,
        used: MathBN.convert(used ?? 0).toString(),
        spent: MathBN.convert(campaign?.budget?.used ?? 0).toString(),
        written_at: new Date(
          Math.max(...written.map((at) => new Date(at).getTime()))
        ).toISOString(),
      }
    })
    .sort((one, other) => one.code.localeCompare(other.code))
}
