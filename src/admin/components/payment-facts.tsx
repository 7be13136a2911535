import type { AdminCryptoPayment } from "../../api/types"
import { networkOfCoin } from "../format/network-of-coin"
import { useTexts } from "../i18n/use-texts"
import { Copyable } from "./copyable"
import { Fact } from "./fact"
import { GatewayStatus } from "./gateway-status"
import { Moment } from "./moment"

const TIMES = [
  ["openedAt", "opened_at"],
  ["paidAt", "paid_at"],
  ["settledAt", "settled_at"],
  ["closedAt", "closed_at"],
] as const

/** All that is known of a payment, one fact a line; the unknown has no line. */
export function PaymentFacts({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  const coin = payment.crypto_currency
  const network = coin && networkOfCoin(coin)
  const status = payment.gateway_status

  const copyable = (label: string, value: string | null) =>
    value && (
      <Fact label={label}>
        <Copyable label={label} value={value} />
      </Fact>
    )

  return (
    <dl className="text-ui-fg-subtle flex flex-col gap-y-3">
      {coin && (
        <Fact label={t("fields.coin")}>
          <bdi>{coin}</bdi>
        </Fact>
      )}
      {network && <Fact label={t("fields.network")}>{network}</Fact>}
      {copyable(t("fields.cryptoAmount"), payment.crypto_amount)}
      {copyable(t("fields.address"), payment.wallet_address)}
      {status && (
        <Fact label={t("fields.gatewayStatus")}>
          <GatewayStatus status={status} />
        </Fact>
      )}
      {copyable(t("fields.gatewayPaymentId"), payment.gateway_payment_id)}
      {copyable(t("fields.externalId"), payment.external_id)}
      {TIMES.map(([label, time]) => {
        const at = payment[time]
        return (
          at && (
            <Fact key={label} label={t(`fields.${label}`)}>
              <Moment time={at} />
            </Fact>
          )
        )
      })}
    </dl>
  )
}
