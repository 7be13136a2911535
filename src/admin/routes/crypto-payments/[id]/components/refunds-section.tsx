import { Badge, Text, toast } from "@medusajs/ui"
import {
  ActionButton,
  AdminLink,
  EmptyText,
  ForeignText,
  Section,
} from "../../../../components/layout"
import { RefundRequest } from "../../../../components/refund-request"
import {
  ByUser,
  Copyable,
  Fields,
  Timestamp,
} from "../../../../components/values"
import { usePaymentAction } from "../../../../hooks/use-payment-actions"
import { useTexts } from "../../../../i18n/use-texts"
import {
  formatPrice,
  refundablePrice,
  remainingAmount,
} from "../../../../lib/format"
import { refundBadge, refundText, shownOf } from "../../../../lib/payments"
import type {
  AdminCryptoPaymentDetail,
  AdminCryptoRefund,
} from "../../../../../api/types"

type PaymentProps = { payment: AdminCryptoPaymentDetail }

/** The refunds that the merchant sent and recorded. */
export function RefundsSection({ payment }: PaymentProps) {
  const { t, locale } = useTexts()
  const refunds = payment.refunds ?? []
  const { amount, remaining, currencyCode } = refundablePrice(payment)
  const price = (sum: string) => formatPrice(sum, currencyCode, locale)
  return (
    <Section title={t("detail.refunds")}>
      {refunds.length === 0 ? (
        <EmptyText text="detail.noRefunds" />
      ) : (
        <ul className="divide-y">
          <li className="txt-small text-ui-fg-subtle px-6 py-3">
            {t("detail.refundedOf", {
              refunded: price(remainingAmount(amount, [remaining])),
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

/** How a payment was resolved; nothing if it is settled by now. */
export function ResolutionSection({ payment }: PaymentProps) {
  const { t } = useTexts()
  const { resolution, resolution_url, state } = payment
  if (!resolution || (state !== "resolved" && state !== "closed")) return null
  const { kind, note, order, transaction_hash, at, by } = resolution
  return (
    <Section title={t("detail.resolution")}>
      <Fields
        className="px-6 py-4"
        rows={{
          "actions.resolve.kind": t(`actions.resolve.kinds.${kind}`),
          "fields.order": order && (
            <AdminLink to={`/orders/${order.id}`}>
              #{order.display_id}
            </AdminLink>
          ),
          "actions.resolve.note": note && <bdi>{note}</bdi>,
          "fields.transactionHash": {
            copy: transaction_hash,
            url: resolution_url,
          },
          "state.resolved": (
            <>
              <Timestamp time={at} /> <ByUser userId={by} />
            </>
          ),
        }}
      />
    </Section>
  )
}

type RefundProps = PaymentProps & { refund: AdminCryptoRefund }

function Refund({ refund, payment }: RefundProps) {
  const { t, locale } = useTexts()
  const isSurplus = refund.kind === "surplus"
  return (
    <li className="flex flex-col gap-y-2 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small" weight="plus" className="break-words">
          {refundText(refund, payment.crypto_currency, locale)}
        </Text>
        <Badge size="2xsmall" color={refund.booked_at ? "green" : "grey"}>
          {t(`detail.${refundBadge(refund, payment)}`)}
        </Badge>
      </div>
      <div className="txt-compact-small text-ui-fg-subtle">
        <Copyable
          label="fields.transactionHash"
          value={refund.transaction_hash}
          url={refund.transaction_url}
        />
      </div>
      <ForeignText text={refund.note} />
      <Text
        as="div"
        size="xsmall"
        className="text-ui-fg-subtle flex flex-wrap gap-x-2"
      >
        <Timestamp time={refund.created_at} />
        <ByUser userId={refund.created_by} />
      </Text>
      {!refund.booked_at && !isSurplus && payment.payment_id && (
        <BookRefundButton payment={payment} refund={refund} />
      )}
    </li>
  )
}

/** Records the same refund again, which books it in Medusa. */
function BookRefundButton({ payment, refund }: RefundProps) {
  const { t } = useTexts()
  const record = usePaymentAction(payment.id, "refund", () =>
    toast.success(t("actions.refund.done"))
  )
  const { amount, transaction_hash } = refund
  return (
    <div>
      <ActionButton
        onClick={() =>
          record.mutate({
            shown: shownOf(payment),
            amount,
            transaction_hash,
          })
        }
        isLoading={record.isPending}
      >
        {t(`actions.refund.${payment.order_id ? "book" : "bookWithoutOrder"}`)}
      </ActionButton>
    </div>
  )
}

/** The refunds that were requested, newest first; nothing without one. */
export function RefundRequestsSection({
  payment: { refund_requests: requests = [] },
}: {
  payment: AdminCryptoPaymentDetail
}) {
  const { t } = useTexts()
  if (requests.length === 0) return null
  return (
    <Section title={t("detail.refundRequests")}>
      <ul className="divide-y">
        {requests.map((request) => (
          <RefundRequest key={request.id} request={request} />
        ))}
      </ul>
    </Section>
  )
}
