import { Text } from "@medusajs/ui"
import { SmallText } from "./layout"
import { useTexts } from "../i18n/use-texts"
import { formatPrice } from "../lib/format"
import type { AdminCryptoRefundRequest } from "../../api/types"

/** What is sent back: the coins, and what is refunded by them. */
export function RefundAmounts({
  request,
}: {
  request: AdminCryptoRefundRequest
}) {
  const { t, locale } = useTexts()
  const { kind, amount, currency_code, crypto_amount, crypto_currency } =
    request
  return (
    <div className="min-w-0">
      <Text size="small" weight="plus" translate="no" className="break-words">
        {crypto_amount} <bdi>{crypto_currency}</bdi>
      </Text>
      <SmallText>
        {kind === "surplus"
          ? t("refundKind.surplusRefund")
          : t("refundKind.refundOf", {
              amount: formatPrice(amount, currency_code, locale),
            })}
      </SmallText>
    </div>
  )
}
