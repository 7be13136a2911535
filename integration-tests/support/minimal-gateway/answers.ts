import type { MinimalPayment } from "./payments"

/** A payment as GET shows it: two shapes, contract §4. */
export function readShape(payment: MinimalPayment, url: string) {
  const common = {
    id: payment.id,
    external_id: payment.externalId,
    status: payment.status,
    created_at: payment.createdAt.toISOString(),
    is_test: payment.isTest,
    ...(payment.flow === "widget" && { url: `${url}/pay/${payment.id}` }),
  }
  const withoutCoin =
    payment.status === "created" || payment.status === "expired"
  return withoutCoin ? common : { ...common, ...coinFields(payment) }
}

/**
 * A payment as its creation answers it: the inline flow tells the address at
 * once, though a later read of a `created` payment does not repeat it.
 */
export function createShape(payment: MinimalPayment, url: string) {
  const shape = readShape(payment, url)
  return payment.flow === "h2h" && payment.status !== "expired"
    ? { ...shape, ...coinFields(payment) }
    : shape
}

function coinFields({ crypto }: MinimalPayment) {
  return {
    wallet_address: crypto?.walletAddress,
    amount: crypto?.amount,
    currency: crypto?.currency,
  }
}
