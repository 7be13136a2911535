import { CurrencyDollar } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import {
  ErrorBoundary,
  withDashboardContexts,
} from "../../../components/dashboard-contexts"
import { AdminLink, Help, Section, SmallText } from "../../../components/layout"
import { PrimaryAction } from "../../../components/payment-actions"
import { Price, Timestamp, useFact } from "../../../components/values"
import { useAttention } from "../../../hooks/use-crypto-payments"
import { useAdvice, useTexts } from "../../../i18n/use-texts"
import type { AdminCryptoPayment } from "../../../../api/types"

/** The sidebar has no badges, but accepts any component as an icon: this one counts what needs attention. */
export function AttentionIcon() {
  return (
    <>
      <CurrencyDollar />
      <ErrorBoundary fallback={null}>
        <AttentionCount />
      </ErrorBoundary>
    </>
  )
}

/** The newest payments that need attention; nothing if there are none. */
export function AttentionSection() {
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
          <AttentionItem key={payment.id} payment={payment} />
        ))}
      </ul>
    </Section>
  )
}

const AttentionCount = withDashboardContexts(function Count() {
  const { t } = useTexts()
  const count = useAttention().data?.count ?? 0
  if (count === 0) return null
  const title = t("attention.title", { count })
  // The icon's box clips larger content, unless it is positioned absolutely.
  return (
    <span
      role="img"
      aria-label={title}
      title={title}
      className="bg-ui-tag-red-icon absolute -mt-6 ml-2 min-w-4 rounded-full px-1 text-center text-[10px] font-medium leading-4 text-white"
    >
      {count > 99 ? "99+" : count}
    </span>
  )
})

function AttentionItem({ payment }: { payment: AdminCryptoPayment }) {
  const advice = useAdvice(payment)
  const fact = useFact(payment)
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
            <Timestamp time={payment.paid_at ?? payment.created_at} short />
          </span>
          {email && (
            <bdi className="text-ui-fg-subtle font-normal">{email}</bdi>
          )}
        </Text>
        {fact && (
          <Text size="small" weight="plus" className="break-words">
            <bdi>{fact}</bdi>
          </Text>
        )}
        {advice && (
          <SmallText className="text-pretty">
            {advice.what_happened} {advice.where_the_money_is}{" "}
            <Help topic={reason} />
          </SmallText>
        )}
      </div>
      <div className="xl:shrink-0">
        <PrimaryAction payment={payment} />
      </div>
    </li>
  )
}
