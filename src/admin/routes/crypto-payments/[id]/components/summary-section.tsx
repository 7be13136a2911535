import { Container, Heading, Text } from "@medusajs/ui"
import { Help, Section, SmallText } from "../../../../components/layout"
import { PaymentActions } from "../../../../components/payment-actions"
import {
  ManualConfirmationBadge,
  OrderDue,
  StateBadges,
  TestBanner,
} from "../../../../components/payment-status"
import {
  PaymentFields,
  Price,
  QrCode,
  useFact,
} from "../../../../components/values"
import { useAdvice, useTexts } from "../../../../i18n/use-texts"
import type { AdminCryptoPaymentDetail } from "../../../../../api/types"

type PaymentProps = { payment: AdminCryptoPaymentDetail }

/** Price, state and actions of a payment; if it needs attention, what was found, and advice. */
export function SummarySection({ payment }: PaymentProps) {
  const { t } = useTexts()
  const { crypto_amount, crypto_currency, is_test, state } = payment
  return (
    <Container className="flex flex-col gap-y-4">
      {is_test && <TestBanner />}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <Heading className="break-words">
              <Price payment={payment} />
            </Heading>
            <StateBadges payment={payment} />
            <ManualConfirmationBadge payment={payment} />
          </div>
          <SmallText className="[overflow-wrap:anywhere]">
            {crypto_currency ? (
              <span translate="no">
                {crypto_amount} <bdi>{crypto_currency}</bdi>
              </span>
            ) : (
              t("detail.waitingForCoin")
            )}
          </SmallText>
          <SmallText className="empty:hidden">
            <OrderDue payment={payment} />
          </SmallText>
          {state === "open" && payment.gateway_status === "pending" && (
            <SmallText className="max-w-xl pt-2">
              {t("detail.mayBeUnderpaid")}
            </SmallText>
          )}
        </div>
        <PaymentActions payment={payment} />
      </div>
      <AttentionAdvice payment={payment} />
    </Container>
  )
}

const ADVICE_PARTS = [
  ["whatHappened", "what_happened"],
  ["whereTheMoneyIs", "where_the_money_is"],
  ["whatToDo", "what_to_do"],
] as const

function AttentionAdvice({ payment }: PaymentProps) {
  const { t } = useTexts()
  const advice = useAdvice(payment)
  const fact = useFact(payment)
  if (!advice) return null
  return (
    <div
      role="group"
      aria-label={t("state.attention")}
      className="border-ui-tag-red-border bg-ui-tag-red-bg rounded-lg border px-4 py-3"
    >
      {fact && (
        <Heading level="h2" className="mb-3 text-pretty break-words">
          <bdi>{fact}</bdi>
        </Heading>
      )}
      <dl className="grid gap-x-6 gap-y-3 md:grid-cols-3">
        {ADVICE_PARTS.map(([label, part]) => (
          <div key={part} className="flex flex-col gap-y-1">
            <dt className="txt-compact-small-plus text-ui-tag-red-text">
              {t(`attention.${label}`)}
            </dt>
            <dd className="txt-small text-ui-fg-base text-pretty">
              {advice[part]}
            </dd>
          </div>
        ))}
      </dl>
      <Text size="small" className="mt-3 empty:hidden">
        <Help topic={payment.attention_reason} />
      </Text>
    </div>
  )
}

/** Coin, address, ids and times of a payment. */
export function PaymentSection({ payment }: PaymentProps) {
  const { t } = useTexts()
  const { wallet_address: address, state } = payment
  return (
    <Section title={t("detail.payment")}>
      <div className="flex flex-col gap-6 px-6 py-4 md:flex-row md:items-start">
        <div className="min-w-0 flex-1">
          <PaymentFields payment={payment} />
        </div>
        {address && state === "open" && (
          <QrCode text={address} label={t("qr", { address })} />
        )}
      </div>
    </Section>
  )
}
