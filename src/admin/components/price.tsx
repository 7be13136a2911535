import type { AdminCryptoPayment } from "../../api/types"
import { formatPrice } from "../format/format-price"
import { useTexts } from "../i18n/use-texts"

type PriceProps = {
  payment: Pick<AdminCryptoPayment, "amount" | "currency_code" | "external_id">
}

/** What a payment is priced at; without a price, the name that it has. */
export function Price({ payment }: PriceProps) {
  const { locale } = useTexts()
  const { amount, currency_code, external_id } = payment
  return amount && currency_code ? (
    formatPrice(amount, currency_code, locale)
  ) : (
    <bdi>{external_id}</bdi>
  )
}
