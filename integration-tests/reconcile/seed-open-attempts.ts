import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { MinimalGateway } from "../stand-ins/minimal-gateway"

/** Ledger id and gateway id of an attempt, both made up by the test. */
export type Seeded = { id: string; gatewayId: string }

/**
 * Opens payments at the gateway and writes them to the ledger as open and due,
 * without carts: many at once, which no shopper could be made to do.
 */
export async function seedOpenAttempts(
  container: MedusaContainer,
  gateway: MinimalGateway,
  count: number,
  prefix: string
): Promise<Seeded[]> {
  const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const rows: Record<string, unknown>[] = []
  for (let n = 0; n < count; n++) {
    const external_id = `${prefix}_${n}`
    const answer = await fetch(`${gateway.url}/v1/payments/widget`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-merchant-id": gateway.merchantId,
        "x-api-key": gateway.apiKey,
      },
      body: `{"amount":5,"currency":"EUR","external_id":"${external_id}"}`,
    })
    const payment: { id: string; status: string } = JSON.parse(
      await answer.text()
    )
    rows.push({
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
    })
  }
  await db.batchInsert("crypto_payment", rows, 1_000)
  return rows.map(({ id, gateway_payment_id }) => ({
    id: String(id),
    gatewayId: String(gateway_payment_id),
  }))
}
