import type { AdminCryptoPaymentDetail } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { isOpenRequest, refundText } from "../lib/payments"
import { Copyable, Fields } from "./values"

/** The refunds of a payment and those that are requested, on the order page. */
export function OrderRefunds({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
  const { t, locale } = useTexts()
  const { refunds = [], refund_requests = [], crypto_currency } = payment
  return (
    <>
      {refunds.map((refund) => (
        <Fields
          key={refund.id}
          rows={{
            "fields.refunded": (
              <>
                <span>{refundText(refund, crypto_currency, locale)}</span>
                <Copyable
                  label="fields.transactionHash"
                  value={refund.transaction_hash}
                  url={refund.transaction_url}
                />
              </>
            ),
          }}
        />
      ))}
      {refund_requests.filter(isOpenRequest).map((request) => (
        <Fields
          key={request.id}
          rows={{
            "fields.refundRequest": (
              <>
                {refundText(request, request.crypto_currency, locale)},{" "}
                {t(`refundState.${request.state}`)}
              </>
            ),
          }}
        />
      ))}
    </>
  )
}
