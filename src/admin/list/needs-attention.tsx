import { Button, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { PaymentActions } from "../actions/payment-actions"
import { suitedActions } from "../actions/suited-actions"
import type { AdminCryptoPayment } from "../../api/types"
import { useAttention } from "../api/use-attention"
import { AdminLink } from "../components/admin-link"
import { Moment } from "../components/moment"
import { Price } from "../components/price"
import { Section } from "../components/section"
import { useTexts } from "../i18n/use-texts"

/** The payments that wait for a person, a sentence each; nothing without any. */
export function NeedsAttention() {
  const { t } = useTexts()
  const { data } = useAttention()
  if (!data || data.count === 0) return null
  return (
    <Section
      title={t("attention.title", { count: data.count })}
      action={
        data.count > data.crypto_payments.length && (
          <Button size="small" variant="transparent" asChild>
            <Link to="/crypto-payments?attention=true">
              {t("attention.all")}
            </Link>
          </Button>
        )
      }
    >
      <ul className="divide-y">
        {data.crypto_payments.map((payment) => (
          <Case key={payment.id} payment={payment} />
        ))}
      </ul>
    </Section>
  )
}

function Case({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  const reason = payment.attention_reason
  const email = payment.order?.email ?? payment.cart?.email
  return (
    <li className="flex flex-col gap-3 px-6 py-4 xl:flex-row xl:items-center xl:justify-between">
      <div className="flex min-w-0 flex-col gap-y-1">
        <Text size="small" weight="plus" className="flex flex-wrap gap-x-2">
          <AdminLink to={`/crypto-payments/${payment.id}`}>
            <Price payment={payment} />
          </AdminLink>
          <span className="text-ui-fg-subtle font-normal">
            <Moment time={payment.paid_at ?? payment.created_at} brief />
          </span>
          {email && (
            <bdi className="text-ui-fg-subtle font-normal">{email}</bdi>
          )}
        </Text>
        {reason && (
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {t(`attention.reasons.${reason}.happened`)}{" "}
            {t(`attention.reasons.${reason}.money`)}
          </Text>
        )}
      </div>
      <div className="xl:shrink-0">
        <PaymentActions
          payment={payment}
          actions={reason ? suitedActions[reason] : []}
        />
      </div>
    </li>
  )
}
