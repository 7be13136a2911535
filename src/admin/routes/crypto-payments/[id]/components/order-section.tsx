import { useQuery } from "@tanstack/react-query"
import { AdminLink, EmptyText, Section } from "../../../../components/layout"
import { PaymentLinks } from "../../../../components/payment-status"
import { Fields } from "../../../../components/values"
import { useOtherAttempts } from "../../../../hooks/use-crypto-payments"
import { useTexts } from "../../../../i18n/use-texts"
import { formatPrice } from "../../../../lib/format"
import { sdk } from "../../../../lib/sdk"
import type { AdminCryptoPaymentDetail } from "../../../../../api/types"

type PaymentProps = { payment: AdminCryptoPaymentDetail }

/** Order, customer and cart of a payment. */
export function OrderSection({ payment }: PaymentProps) {
  const { t, locale } = useTexts()
  const { order, cart, cart_contents: contents } = payment
  const { data: customer } = useCustomer(payment)
  const orderId = payment.order_id ?? order?.id
  const email = order?.email ?? cart?.email
  return (
    <Section title={t("fields.order")}>
      <Fields
        className="px-6 py-4"
        rows={{
          "fields.order": orderId ? (
            <AdminLink to={`/orders/${orderId}`}>
              {order?.display_id ? `#${order.display_id}` : orderId}
            </AdminLink>
          ) : (
            t("detail.noOrder")
          ),
          "fields.customer": customer && (
            <AdminLink to={`/customers/${customer.id}`}>
              <bdi>{customer.name || customer.email}</bdi>
            </AdminLink>
          ),
          "fields.email": email && <bdi>{email}</bdi>,
          // Most often it is the payment's external id, which is shown with it.
          "fields.cart": {
            copy:
              payment.cart_id === payment.external_id ? null : payment.cart_id,
          },
          "fields.cartItems":
            contents &&
            contents.items.map((item, index) => (
              <bdi key={index} className="block break-words">
                {item}
              </bdi>
            )),
          "fields.cartTotal":
            contents &&
            formatPrice(
              contents.total.amount,
              contents.total.currency_code,
              locale
            ),
          "fields.flow": payment.flow && t(`flow.${payment.flow}`),
          "fields.provider": payment.provider_id,
        }}
      />
    </Section>
  )
}

/** The other attempts to pay the same cart. */
export function AttemptsSection({ payment }: PaymentProps) {
  const { t } = useTexts()
  const { data: others } = useOtherAttempts(payment.cart_id, [payment.id])
  if (!others) return null
  return (
    <Section title={t("detail.attempts")}>
      {others.length > 0 ? (
        <PaymentLinks payments={others} />
      ) : (
        <EmptyText text="detail.noAttempts" />
      )}
    </Section>
  )
}

const CUSTOMER_FIELDS = ["id", "email", "first_name", "last_name"]
const NAME_FIELDS = [
  "shipping_address.first_name",
  "shipping_address.last_name",
]

type Named = { first_name?: string | null; last_name?: string | null }

function nameOf(person: Named | null | undefined): string {
  return [person?.first_name, person?.last_name].filter(Boolean).join(" ")
}

/**
 * The customer of the order, or of the cart while there is no order. A guest's name is in the
 * address alone.
 */
function useCustomer({ order_id: orderId, cart }: AdminCryptoPaymentDetail) {
  const customerId = cart?.customer_id ?? null
  return useQuery({
    queryKey: ["crypto-payments", "customer", orderId, customerId],
    enabled: orderId !== null || customerId !== null,
    queryFn: async () => {
      if (orderId) {
        const fields = CUSTOMER_FIELDS.map((field) => `customer.${field}`)
        const { order } = await sdk.admin.order.retrieve(orderId, {
          fields: ["id", ...fields, ...NAME_FIELDS].join(","),
        })
        const { customer, shipping_address } = order
        const name = nameOf(customer) || nameOf(shipping_address)
        return customer ? { ...customer, name } : null
      }
      const { customer } = await sdk.admin.customer.retrieve(customerId ?? "", {
        fields: CUSTOMER_FIELDS.join(","),
      })
      return { ...customer, name: nameOf(customer) }
    },
  })
}
