import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import type { AdminCryptoPaymentDetail } from "../api/crypto-payment-detail"
import { useCryptoPayments } from "../api/use-crypto-payments"
import { Moment } from "../components/moment"
import { Price } from "../components/price"
import { Section } from "../components/section"
import { StateBadge } from "../components/state-badge"
import { useTexts } from "../i18n/use-texts"

/** More than any cart has, and one page. */
const LIMIT = 50

/** The other attempts to pay the same cart. */
export function AttemptsSection({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
  return payment.cart_id ? (
    <AttemptsOfCart cartId={payment.cart_id} except={payment.id} />
  ) : null
}

function AttemptsOfCart({
  cartId,
  except,
}: {
  cartId: string
  except: string
}) {
  const { t } = useTexts()
  const { data } = useCryptoPayments({ cart_id: cartId, limit: LIMIT })
  const others = data?.crypto_payments.filter(({ id }) => id !== except)
  if (!others) return null
  return (
    <Section title={t("detail.attempts")}>
      {others.length === 0 ? (
        <Text size="small" className="text-ui-fg-muted px-6 py-4">
          {t("detail.noAttempts")}
        </Text>
      ) : (
        <ul className="divide-y">
          {others.map((other) => (
            <li key={other.id}>
              <Link
                to={`/crypto-payments/${other.id}`}
                className="hover:bg-ui-bg-base-hover focus-visible:shadow-borders-focus flex flex-wrap items-center justify-between gap-2 px-6 py-3 outline-none"
              >
                <span className="flex flex-col">
                  <span className="txt-compact-small-plus">
                    <Price payment={other} />
                  </span>
                  <span className="txt-compact-xsmall text-ui-fg-muted">
                    <Moment time={other.created_at} brief />
                  </span>
                </span>
                <StateBadge state={other.state} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
