import { StatusBadge } from "@medusajs/ui"

import type {
  AdminCryptoPaymentDetail,
  AdminCryptoRest,
} from "../../../../../api/types"
import { AdminLink, Section } from "../../../../components/layout"
import { CopyLink } from "../../../../components/order-payment"
import { STATE_COLORS } from "../../../../components/payment-status"
import { Timestamp } from "../../../../components/values"
import { useTexts } from "../../../../i18n/use-texts"
import { formatPrice } from "../../../../lib/money"

type PaymentProps = { payment: AdminCryptoPaymentDetail }

/** The payments that ask for the rest of an underpaid one, or the one that this one completes. */
export function RestsSection({ payment }: PaymentProps) {
  const { t } = useTexts()
  const { rests = [], rest_of } = payment
  if (rest_of) {
    return (
      <Section title={t("detail.underpaid")}>
        <div className="px-6 py-4">
          <AdminLink to={`/crypto-payments/${rest_of}`}>{rest_of}</AdminLink>
        </div>
      </Section>
    )
  }
  if (rests.length === 0) return null
  return (
    <Section title={t("detail.rests")}>
      <ul className="divide-y">
        {rests.map((rest) => (
          <Rest key={rest.id} rest={rest} />
        ))}
      </ul>
    </Section>
  )
}

function Rest({ rest }: { rest: AdminCryptoRest }) {
  const { t, locale } = useTexts()
  const { id, state, amount, currency_code, url, created_at } = rest
  return (
    <li className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AdminLink to={`/crypto-payments/${id}`}>
          {formatPrice(amount ?? "", currency_code ?? "", locale)}
        </AdminLink>
        <StatusBadge color={STATE_COLORS[state]} className="text-nowrap">
          {t(`state.${state}`)}
        </StatusBadge>
      </div>
      <Timestamp time={created_at} />
      {url && <CopyLink url={url} />}
    </li>
  )
}
