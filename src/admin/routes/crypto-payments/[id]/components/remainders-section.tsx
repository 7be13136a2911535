import { StatusBadge } from "@medusajs/ui"

import type {
  AdminCryptoPaymentDetail,
  AdminCryptoRemainder,
} from "../../../../../api/types"
import { AdminLink, Section, SmallText } from "../../../../components/layout"
import { CopyLink } from "../../../../components/order-payment"
import { STATE_COLORS } from "../../../../components/payment-status"
import { Timestamp } from "../../../../components/values"
import { useTexts } from "../../../../i18n/use-texts"
import { formatPrice } from "../../../../lib/money"
import { formatTime } from "../../../../lib/time"

type PaymentProps = { payment: AdminCryptoPaymentDetail }

/** The payments that ask for the remainder of an underpaid one, or the one that this one completes. */
export function RemaindersSection({ payment }: PaymentProps) {
  const { t } = useTexts()
  const { remainders = [], remainder_of } = payment
  if (remainder_of) {
    return (
      <Section title={t("detail.underpaid")}>
        <div className="px-6 py-4">
          <AdminLink to={`/crypto-payments/${remainder_of}`}>
            {remainder_of}
          </AdminLink>
        </div>
      </Section>
    )
  }
  if (remainders.length === 0) return null
  const isAsked = remainders.some(({ url }) => url !== null)
  return (
    <Section title={t("detail.remainders")}>
      <ul className="divide-y">
        {remainders.map((remainder) => (
          <Remainder
            key={remainder.id}
            remainder={remainder}
            isAsked={isAsked}
          />
        ))}
      </ul>
    </Section>
  )
}

type RemainderProps = {
  remainder: AdminCryptoRemainder
  /** One of them has a link that has not ended. */
  isAsked: boolean
}

/** What is waited for, and until when; or that the link has ended. */
function RemainderNote({ remainder, isAsked }: RemainderProps) {
  const { t, locale } = useTexts()
  const { state, url, expires_at } = remainder
  if (url === null) {
    const isUnpaid = state === "closed" || state === "open"
    return isUnpaid && !isAsked ? t("remainder.ended") : null
  }
  return expires_at
    ? t("remainder.until", { time: formatTime(expires_at, locale, true) })
    : t("remainder.waiting")
}

function Remainder({ remainder, isAsked }: RemainderProps) {
  const { t, locale } = useTexts()
  const { id, state, amount, currency_code, url, created_at } = remainder
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
      <SmallText className="text-pretty empty:hidden">
        <RemainderNote remainder={remainder} isAsked={isAsked} />
      </SmallText>
      <Timestamp time={created_at} />
      {url && <CopyLink url={url} />}
    </li>
  )
}
