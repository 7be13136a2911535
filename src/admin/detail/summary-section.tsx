import { Badge, Container, Heading, Text } from "@medusajs/ui"

import { PaymentActions } from "../actions/payment-actions"
import type { AdminCryptoPaymentDetail } from "../../api/types"
import { needsAttention } from "../api/needs-attention"
import { AttentionBadge } from "../components/attention-badge"
import { Price } from "../components/price"
import { StateBadge } from "../components/state-badge"
import { TestBanner } from "../components/test-banner"
import { useTexts } from "../i18n/use-texts"
import { AttentionAdvice } from "./attention-advice"

/** How much it is, where it stands, and what can be done about it. */
export function SummarySection({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
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
            <StateBadge state={state} />
            <AttentionBadge payment={payment} />
            {payment.gateway_status === "confirmed_manual" && (
              <Badge size="2xsmall" color="purple">
                {t("gatewayStatus.confirmed_manual")}
              </Badge>
            )}
          </div>
          <Text size="small" className="text-ui-fg-subtle">
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
      {needsAttention(payment) && <AttentionAdvice payment={payment} />}
    </Container>
  )
}
