import type { Scenario } from "../plan"
import type { Buyer } from "./buyer"
import { CARTS_OF_CONTEST } from "./kinds"

/** Name of the product of which there is only one piece. */
export function rareHandle(rarity: number): string {
  return `rare-${rarity}`
}

/** All have it in the cart before anyone pays; then all pay at once. */
export async function contest(buyer: Buyer, scenario: Scenario): Promise<void> {
  const opened = await Promise.all(
    Array.from({ length: CARTS_OF_CONTEST }, async () =>
      buyer.open(await buyer.cartOf(rareHandle(scenario.rarity)))
    )
  )
  await Promise.all(opened.map((each) => buyer.pay(each)))
}

/** A payment that another system of this merchant made, reported to our address. */
export async function foreign(buyer: Buyer, { seed }: Scenario): Promise<void> {
  const { api, url, gateway, opened } = buyer.scene
  const answer = await fetch(`${api.url}/v1/payments/widget`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-merchant-id": api.merchantId,
      "x-api-key": api.apiKey,
    },
    body: JSON.stringify({
      amount: 12.5,
      currency: "EUR",
      external_id: `invoice-${seed}`,
      // Half of them with the wrong kind of coins.
      is_test: buyer.random.chance(0.5),
      callback_url: `${url}/hooks/crypto/pp_crypto_crypto`,
    }),
  }).catch(() => null)
  // The gateway's own bad day: nothing was made that anyone could pay.
  const made = answer?.ok ? await idOf(answer).catch(() => null) : null
  if (!made) return
  opened.set(made, "foreign")
  await gateway.pay(made).catch(() => {})
}

async function idOf(answer: Response): Promise<string | null> {
  const payment: { id?: string } = JSON.parse(await answer.text())
  return payment.id ?? null
}
