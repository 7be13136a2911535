import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { Gateway } from "../../support/gateway"

/** Ledger id and gateway id of an attempt, both made up by the test. */
type Seeded = { id: string; gatewayId: string }

const atOnce = 50

/**
 * Opens payments at the gateway and writes them to the ledger as open and due,
 * without carts: many at once, which no shopper could be made to do.
 */
export async function seedOpenAttempts(
  container: MedusaContainer,
  gateway: Gateway,
  count: number,
  prefix: string,
  columns: { cart_id?: string } = {}
): Promise<Seeded[]> {
  const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const rows: Record<string, unknown>[] = []
  const seed = async (n: number) => {
    const external_id = `${prefix}_${n}`
    const payment = await gateway.create({ amount: 5, external_id })
    rows[n] = {
      id: `cpay_${external_id}`,
      provider_id: "pp_crypto_crypto",
      merchant_id: gateway.merchantId,
      flow: "widget",
      external_id,
      gateway_payment_id: payment.id,
      gateway_status: payment.status,
      amount: "5.00",
      currency_code: "eur",
      is_test: false,
      state: "open",
      opened_at: db.fn.now(),
      next_check_at: db.raw("now() - ? * interval '1 second'", [count - n]),
      ...columns,
    }
  }
  for (let from = 0; from < count; from += atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, n) => from + n)
    await Promise.all(numbers.filter((n) => n < count).map(seed))
  }
  await db.batchInsert("crypto_payment", rows, 1_000)
  return rows.map(({ id, gateway_payment_id }) => ({
    id: String(id),
    gatewayId: String(gateway_payment_id),
  }))
}
