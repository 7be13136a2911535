import { cancelOrderWorkflowId } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { isGatewayError } from "../../gateway"
import {
  type Attempt,
  isPaidState,
  type MedusaOrder,
  ORDER_FACT_FIELDS,
  type UnpaidOrder,
} from "../../modules/crypto-payment/internal"
import { describeFailures } from "../medusa/blocker"
import {
  findCollectionIds,
  findOrderCollectionIds,
  findOrderId,
} from "../medusa/records"
import { releaseReservations } from "../settle/repair"
import type { Run } from "./run"
import { expireAtGateway } from "./superseded"

const PLACED_ORDER_FIELDS = [
  ...["created_at", "canceled_at", "items.id"],
  ...ORDER_FACT_FIELDS,
]

export type PlacedOrder = MedusaOrder & {
  created_at: Date | string
  canceled_at: Date | string | null
  items?: ({ id: string } | null)[] | null
}

/** The order of a cart, while core has it. */
export async function findPlacedOrder(
  container: MedusaContainer,
  cart_id: string
): Promise<PlacedOrder | undefined> {
  const { data } = await container.resolve("query").graph({
    entity: "order_cart",
    fields: PLACED_ORDER_FIELDS.map((field) => `order.${field}`),
    filters: { cart_id },
  })
  return data[0]?.order ?? undefined
}

/** The collections of the cart, and all of its order. */
export async function findCollectionsOfUnpaid(
  container: MedusaContainer,
  { id: cart_id }: UnpaidOrder
): Promise<string[]> {
  const query = container.resolve("query")
  const subject = { cart_id, payment_collection_id: null }
  const [ofCart, orderId] = await Promise.all([
    findCollectionIds(query, subject),
    findOrderId(query, subject),
  ])
  const ofOrder = orderId ? await findOrderCollectionIds(query, orderId) : []
  return [...new Set([...ofCart, ...ofOrder])]
}

/** The payments by which the order may be paid. */
export async function findAttemptsOfUnpaid(
  { ledger }: Run,
  { id: cart_id }: UnpaidOrder,
  payment_collection_id: string[]
): Promise<Attempt[]> {
  return await ledger.listCryptoPayments({
    $or: [{ cart_id }, { payment_collection_id }],
  })
}

/**
 * Reads each payment that is not known to be paid, also a closed one, whose late
 * money no webhook may have reported, and expires what waits for a coin. One
 * that the gateway does not answer about stays as it is.
 */
export async function endAttempts(
  run: Run,
  unpaid: UnpaidOrder
): Promise<"some" | "all"> {
  const collectionIds = await findCollectionsOfUnpaid(run.container, unpaid)
  const attempts = await findAttemptsOfUnpaid(run, unpaid, collectionIds)
  let reading: "some" | "all" = "all"
  for (const attempt of attempts) {
    if (isPaidState(attempt.state) || attempt.state === "creating") continue
    const { openForSeconds } = run.breakerOf(attempt.merchant_id)
    if (openForSeconds !== undefined) return "some"
    try {
      await endAttempt(run, attempt)
    } catch (error) {
      if (!isGatewayError(error)) throw error
      await run.recordGatewayError(attempt.merchant_id, error)
      reading = "some"
    }
  }
  return reading
}

async function endAttempt(run: Run, attempt: Attempt): Promise<void> {
  const { attempts } = run.ledger
  const superseded =
    attempt.state === "open" && attempt.superseded_at === null
      ? await attempts.supersede(attempt, "order")
      : attempt
  // A session was attached at the same moment: the shopper is paying.
  if (!superseded) return
  await expireAtGateway(run.container, superseded, () => {
    run.summary.calls++
  })
}

/**
 * @returns false where core refuses it: somebody has begun to fulfill the order.
 * @throws any other error of core
 */
export async function cancelUnpaidOrder(
  run: Run,
  unpaid: UnpaidOrder
): Promise<boolean> {
  const order = await findPlacedOrder(run.container, unpaid.id)
  if (!order) return true
  const { errors } = await run.container
    .resolve(Modules.WORKFLOW_ENGINE)
    .run(cancelOrderWorkflowId, {
      input: { order_id: order.id },
      throwOnError: false,
    })
  if (errors.length === 0) return true
  // Somebody else may have canceled it at the same moment.
  const now = await findPlacedOrder(run.container, unpaid.id)
  if (now?.status === "canceled") return true
  const { detail, retryable } = describeFailures(errors)
  if (retryable) throw new Error(detail)
  run.logger.warn(
    `order ${order.id} was not paid in time, and cannot be canceled automatically: ${detail}`
  )
  return false
}

/**
 * Releases the stock of a canceled order that core reserved again: of two that
 * cancel an order at once, it undoes what the later one did.
 */
export async function releaseStock(
  { container, logger }: Run,
  unpaid: UnpaidOrder
): Promise<void> {
  const order = await findPlacedOrder(container, unpaid.id)
  const line_item_id = order?.items?.flatMap((item) => item?.id ?? []) ?? []
  if (!(await releaseReservations(container, line_item_id))) return
  logger.warn(
    `order ${order?.id} is canceled, but stock was reserved for it; it is released`
  )
}
