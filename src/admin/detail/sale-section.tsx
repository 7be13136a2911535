import type { AdminCryptoPaymentDetail } from "../../api/types"
import { useBuyer } from "../api/use-buyer"
import { AdminLink } from "../components/admin-link"
import { Copyable } from "../components/copyable"
import { Fact } from "../components/fact"
import { Section } from "../components/section"
import { useTexts } from "../i18n/use-texts"

/** Who bought what with it: order, customer and cart. */
export function SaleSection({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
  const { t } = useTexts()
  const { order, cart } = payment
  const { data: customer } = useBuyer(payment)
  const email = order?.email ?? cart?.email
  const name = [customer?.first_name, customer?.last_name]
    .filter(Boolean)
    .join(" ")
  return (
    <Section title={t("detail.sale")}>
      <dl className="text-ui-fg-subtle flex flex-col gap-y-3 px-6 py-4">
        <Fact label={t("fields.order")}>
          {payment.order_id ? (
            <AdminLink to={`/orders/${payment.order_id}`}>
              {order?.display_id ? `#${order.display_id}` : payment.order_id}
            </AdminLink>
          ) : (
            t("detail.noOrder")
          )}
        </Fact>
        {customer && (
          <Fact label={t("fields.customer")}>
            <AdminLink to={`/customers/${customer.id}`}>
              <bdi>{name || customer.email}</bdi>
            </AdminLink>
          </Fact>
        )}
        {email && (
          <Fact label={t("fields.email")}>
            <bdi>{email}</bdi>
          </Fact>
        )}
        {payment.cart_id && (
          <Fact label={t("fields.cart")}>
            <Copyable label={t("fields.cart")} value={payment.cart_id} />
          </Fact>
        )}
        {payment.flow && (
          <Fact label={t("fields.flow")}>{t(`flow.${payment.flow}`)}</Fact>
        )}
        <Fact label={t("fields.provider")}>{payment.provider_id}</Fact>
      </dl>
    </Section>
  )
}
