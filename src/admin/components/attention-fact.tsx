import type { AdminCryptoPayment } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { factText } from "../lib/attention-fact"

/** What was found about a payment, while it needs attention; else null. */
export function useFact(payment: AdminCryptoPayment): string | null {
  const { t, locale } = useTexts()
  return payment.advice && factText(payment, t, locale)
}

/** The same in one line of a list; its tooltip is the full text. */
export function FactLine({ payment }: { payment: AdminCryptoPayment }) {
  const fact = useFact(payment)
  return (
    fact && (
      <span
        title={fact}
        className="txt-compact-xsmall text-ui-fg-subtle block max-w-48 truncate"
      >
        <bdi>{fact}</bdi>
      </span>
    )
  )
}
