import type { AdminCryptoPayment } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { networkOfCoin } from "../lib/gateway-text"
import { Field } from "./layout"
import { Copyable, GatewayStatus, Timestamp } from "./values"

const TIMES = [
  ["openedAt", "opened_at"],
  ["paidAt", "paid_at"],
  ["settledAt", "settled_at"],
  ["closedAt", "closed_at"],
] as const

/** The known fields of a payment, one per row. */
export function PaymentFields({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  const coin = payment.crypto_currency
  const network = coin && networkOfCoin(coin)
  const status = payment.gateway_status

  const copyable = (label: string, value: string | null) =>
    value && (
      <Field label={label}>
        <Copyable label={label} value={value} />
      </Field>
    )

  return (
    <dl className="text-ui-fg-subtle flex flex-col gap-y-3">
      {coin && (
        <Field label={t("fields.coin")}>
          <bdi>{coin}</bdi>
        </Field>
      )}
      {network && <Field label={t("fields.network")}>{network}</Field>}
      {copyable(t("fields.cryptoAmount"), payment.crypto_amount)}
      {copyable(t("fields.address"), payment.wallet_address)}
      {status && (
        <Field label={t("fields.gatewayStatus")}>
          <GatewayStatus status={status} />
        </Field>
      )}
      {copyable(t("fields.gatewayPaymentId"), payment.gateway_payment_id)}
      {copyable(t("fields.externalId"), payment.external_id)}
      {TIMES.map(([label, column]) => {
        const time = payment[column]
        return (
          time && (
            <Field key={label} label={t(`fields.${label}`)}>
              <Timestamp time={time} />
            </Field>
          )
        )
      })}
    </dl>
  )
}
