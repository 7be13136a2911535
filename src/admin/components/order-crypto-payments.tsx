import { Skeleton } from "@medusajs/ui"

import { useOrderCryptoPayments } from "../api/use-order-crypto-payments"
import { useTexts } from "../i18n/use-texts"
import { CryptoPayment } from "./crypto-payment"
import { OrderAttempts } from "./order-attempts"
import { OrderNote } from "./order-note"
import { Section } from "./section"

type OrderCryptoPaymentsProps = {
  orderId: string
  /** The order itself says that one of our providers took a payment for it. */
  expected: boolean
}

/**
 * The crypto payments of an order. An order without any shows nothing, and
 * neither does a failure, unless a payment is expected.
 */
export function OrderCryptoPayments({
  orderId,
  expected,
}: OrderCryptoPaymentsProps) {
  const { t } = useTexts()
  const { data: payments, isError } = useOrderCryptoPayments(orderId, expected)

  if (payments && payments.length > 0) {
    return (
      <Section title={t("order.title", { count: payments.length })}>
        {payments.map((payment) => (
          <CryptoPayment key={payment.id} payment={payment} />
        ))}
        <OrderAttempts payments={payments} />
      </Section>
    )
  }
  if (!expected) return null
  if (isError) return <OrderNote>{t("order.failed")}</OrderNote>
  if (payments) return <OrderNote>{t("order.missing")}</OrderNote>
  return (
    <Section title={t("order.title", { count: 1 })}>
      <div className="px-6 py-4">
        <Skeleton className="h-28 w-full" />
      </div>
    </Section>
  )
}
