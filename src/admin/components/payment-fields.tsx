import type { AdminCryptoPayment } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { networkOfCoin } from "../lib/gateway-text"
import { CopyableField, Field } from "./layout"
import { GatewayStatus, Timestamp } from "./values"

/** The known fields of a payment, one per row. */
export function PaymentFields({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  const { crypto_currency: coin, gateway_status: status } = payment
  const time = (value: string | null) => value && <Timestamp time={value} />
  return (
    <dl className="text-ui-fg-subtle flex flex-col gap-y-3">
      <Field label={t("fields.coin")}>{coin && <bdi>{coin}</bdi>}</Field>
      <Field label={t("fields.network")}>{coin && networkOfCoin(coin)}</Field>
      <CopyableField
        label={t("fields.cryptoAmount")}
        value={payment.crypto_amount}
      />
      <CopyableField
        label={t("fields.address")}
        value={payment.wallet_address}
      />
      <Field label={t("fields.gatewayStatus")}>
        {status && <GatewayStatus status={status} />}
      </Field>
      <CopyableField
        label={t("fields.gatewayPaymentId")}
        value={payment.gateway_payment_id}
      />
      <CopyableField
        label={t("fields.externalId")}
        value={payment.external_id}
      />
      <Field label={t("fields.openedAt")}>{time(payment.opened_at)}</Field>
      <Field label={t("fields.paidAt")}>{time(payment.paid_at)}</Field>
      <Field label={t("fields.settledAt")}>{time(payment.settled_at)}</Field>
      <Field label={t("fields.closedAt")}>{time(payment.closed_at)}</Field>
    </dl>
  )
}
