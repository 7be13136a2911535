import { Text } from "@medusajs/ui"

import type { AdminCryptoRefundRequest } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { formatPrice } from "../lib/money"
import { SmallText } from "./layout"

/** What is sent back: the coins, and what they are worth on the order. */
export function RefundAmounts({
  request,
}: {
  request: AdminCryptoRefundRequest
}) {
  const { t, locale } = useTexts()
  const { kind, amount, currency_code, crypto_amount, crypto_currency } =
    request
  const price =
    amount && currency_code && formatPrice(amount, currency_code, locale)
  return (
    <div className="min-w-0">
      <Text size="small" weight="plus" className="break-words">
        {crypto_amount} <bdi>{crypto_currency}</bdi>
      </Text>
      <SmallText>
        {[t(`refundKind.${kind}`), price].filter(Boolean).join(", ")}
      </SmallText>
    </div>
  )
}
