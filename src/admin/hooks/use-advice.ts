import type {
  AdminCryptoPayment,
  AdminCryptoPaymentAdvice,
} from "../../api/types"
import { useTexts } from "../i18n/use-texts"

/**
 * The advice for a payment that needs attention, else null. Its English text
 * is the server's; only the other languages have a translation of it.
 */
export function useAdvice({
  attention_reason: reason,
  advice,
}: AdminCryptoPayment): AdminCryptoPaymentAdvice | null {
  const { t } = useTexts()
  if (!advice) return null
  const translate = (part: keyof AdminCryptoPaymentAdvice) =>
    t(`attention.advice.${reason}.${part}`, { defaultValue: advice[part] })
  return {
    what_happened: translate("what_happened"),
    where_the_money_is: translate("where_the_money_is"),
    what_to_do: translate("what_to_do"),
  }
}
