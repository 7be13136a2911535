import type { AdminCryptoGateway } from "../../api/types"

type Alarmed = Pick<
  AdminCryptoGateway,
  "merchant_key" | "key_refused_at" | "webhooks_refused_at"
>

/** Each alarm of each merchant once; `merchant` is null where there is only one to name. */
export function readAlarms(gateways: readonly Alarmed[]) {
  const byMerchant = new Map(gateways.map((each) => [each.merchant_key, each]))
  return [...byMerchant.values()].flatMap((each) => {
    const merchant = byMerchant.size > 1 ? each.merchant_key : null
    const { key_refused_at, webhooks_refused_at } = each
    const at = { key: key_refused_at, webhooks: webhooks_refused_at }
    return (["key", "webhooks"] as const).flatMap((refused) => {
      const refused_at = at[refused]
      return refused_at === null ? [] : [{ refused, merchant, refused_at }]
    })
  })
}

/** Whether the newest webhook failed; one that was busy comes again, and is handled then. */
export function areWebhooksFailing({
  last_delivery_at,
  last_failure,
}: Pick<AdminCryptoGateway, "last_delivery_at" | "last_failure">): boolean {
  if (!last_failure || last_failure.reason === "busy") return false
  return (
    last_delivery_at === null ||
    Date.parse(last_failure.at) > Date.parse(last_delivery_at)
  )
}
