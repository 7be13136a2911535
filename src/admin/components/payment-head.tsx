import { Badge, Text } from "@medusajs/ui"

import type { AdminCryptoPayment } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { AttentionBadge } from "./attention-badge"
import { Price } from "./price"
import { StateBadge } from "./state-badge"

/** What a payment is about at a glance: its price and where it stands. */
export function PaymentHead({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <Text weight="plus" className="text-ui-fg-base">
        <Price payment={payment} />
      </Text>
      <div className="flex flex-wrap items-center gap-1">
        {payment.gateway_status === "confirmed_manual" && (
          <Badge size="2xsmall" color="purple">
            {t("gatewayStatus.confirmed_manual")}
          </Badge>
        )}
        <StateBadge state={payment.state} />
        <AttentionBadge payment={payment} />
      </div>
    </div>
  )
}
