import { Badge, Text } from "@medusajs/ui"

import { BookRefundButton } from "../actions/book-refund-button"
import type {
  AdminCryptoPaymentDetail,
  AdminCryptoRefund,
} from "../../api/types"
import { useUserName } from "../api/use-user-name"
import { Copyable } from "../components/copyable"
import { Moment } from "../components/moment"
import { Section } from "../components/section"
import { formatPrice } from "../format/format-price"
import { useTexts } from "../i18n/use-texts"
import { openAmount } from "../refunds/open-amount"
import { paidPrice } from "../refunds/paid-price"

/** The refunds that the merchant sent by hand and wrote down. */
export function RefundsSection({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
  const { t, locale } = useTexts()
  const refunds = payment.refunds ?? []
  const { amount, currencyCode } = paidPrice(payment)
  const left = openAmount(
    amount,
    refunds.map((refund) => refund.amount)
  )
  const price = (sum: string) => formatPrice(sum, currencyCode, locale)
  return (
    <Section title={t("detail.refunds")}>
      {refunds.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("detail.noRefunds")}
        </Text>
      ) : (
        <ul className="divide-y">
          <li className="txt-small text-ui-fg-subtle px-6 py-3">
            {t("detail.refundedOf", {
              refunded: price(openAmount(amount, [left])),
              price: price(amount),
            })}
          </li>
          {refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} payment={payment} />
          ))}
        </ul>
      )}
    </Section>
  )
}

type RefundProps = {
  refund: AdminCryptoRefund
  payment: AdminCryptoPaymentDetail
}

function Refund({ refund, payment }: RefundProps) {
  const { t, locale } = useTexts()
  const who = useUserName(refund.created_by)
  return (
    <li className="flex flex-col gap-y-2 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small" weight="plus">
          {formatPrice(refund.amount, refund.currency_code, locale)}
        </Text>
        <Badge size="2xsmall" color={refund.refund_id ? "green" : "grey"}>
          {t(refund.refund_id ? "detail.booked" : "detail.notBooked")}
        </Badge>
      </div>
      <div className="txt-compact-small text-ui-fg-subtle">
        <Copyable
          label={t("fields.transactionHash")}
          value={refund.transaction_hash}
        />
      </div>
      {refund.note && (
        <Text size="small" className="text-ui-fg-subtle break-words">
          <bdi>{refund.note}</bdi>
        </Text>
      )}
      <Text
        as="div"
        size="xsmall"
        className="text-ui-fg-subtle flex flex-wrap gap-x-2"
      >
        <Moment time={refund.created_at} />
        {who && <span>{t("timeline.by", { who })}</span>}
      </Text>
      {!refund.refund_id && payment.state === "settled" && (
        <BookRefundButton payment={payment} refund={refund} />
      )}
    </li>
  )
}
