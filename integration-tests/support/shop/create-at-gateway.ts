import type { GatewayAccess } from "./test-shop"

/** Opens a payment of the merchant at the gateway, as another shop of theirs does. */
export async function createAtGateway(
  { url, merchantId, apiKey }: GatewayAccess,
  payment: {
    amount: number
    external_id: string
    callback_url?: string
  }
): Promise<{ id: string; status: string }> {
  const answer = await fetch(`${url}/v1/payments/widget`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-merchant-id": merchantId,
      "x-api-key": apiKey,
    },
    body: JSON.stringify({ currency: "EUR", ...payment }),
  })
  return JSON.parse(await answer.text())
}
