import { Container, Heading, Text } from "@medusajs/ui"

import type { AdminCryptoPaymentDetail } from "../../../../../api/types"
import { PaymentActions } from "../../../../components/payment-actions"
import {
  ManualConfirmationBadge,
  StateBadges,
  TestBanner,
} from "../../../../components/payment-status"
import { Price } from "../../../../components/values"
import { useAdvice } from "../../../../hooks/use-advice"
import { useTexts } from "../../../../i18n/use-texts"

type PaymentProps = { payment: AdminCryptoPaymentDetail }

/** Price, state and actions of a payment, with advice if it needs attention. */
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
          <Text
            size="small"
            className="text-ui-fg-subtle [overflow-wrap:anywhere]"
          >
            {crypto_currency ? (
              <>
                {crypto_amount} <bdi>{crypto_currency}</bdi>
              </>
            ) : (
              t("detail.waitingForCoin")
            )}
          </Text>
          {state === "open" && payment.gateway_status === "pending" && (
            <Text size="small" className="text-ui-fg-subtle max-w-xl pt-2">
              {t("detail.mayBeUnderpaid")}
            </Text>
          )}
        </div>
        <PaymentActions
          payment={payment}
          actions={payment.allowed_actions ?? []}
        />
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
  const detail = payment.attention_detail
  if (!advice) return null
  return (
    <div
      role="group"
      aria-label={t("state.attention")}
      className="border-ui-tag-red-border bg-ui-tag-red-bg rounded-lg border px-4 py-3"
    >
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
      {detail && (
        <Text size="small" className="text-ui-fg-base mt-3 break-words">
          <span className="txt-compact-small-plus">
            {t("attention.detail")}:{" "}
          </span>
          <bdi>{detail}</bdi>
        </Text>
      )}
    </div>
  )
}
