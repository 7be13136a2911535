import type { AdminCryptoPayment } from "../../api/types"
import { useCryptoPayment } from "../api/use-crypto-payment"
import { formatPrice } from "../format/format-price"
import { useTexts } from "../i18n/use-texts"
import { Copyable } from "./copyable"
import { Fact } from "./fact"

/** The refunds recorded for a payment, with their transactions, if any were. */
export function RefundedFact({ payment }: { payment: AdminCryptoPayment }) {
  const { t, locale } = useTexts()
  const { data } = useCryptoPayment(payment.id)
  const refunds = data?.refunds ?? []
  if (refunds.length === 0) return null
  return (
    <dl className="text-ui-fg-subtle flex flex-col gap-y-3">
      {refunds.map((refund) => (
        <Fact key={refund.id} label={t("fields.refunded")}>
          {formatPrice(refund.amount, refund.currency_code, locale)}
          <Copyable
            label={t("fields.transactionHash")}
            value={refund.transaction_hash}
          />
        </Fact>
      ))}
    </dl>
  )
}
