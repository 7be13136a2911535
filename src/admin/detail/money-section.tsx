import type { AdminCryptoPaymentDetail } from "../../api/types"
import { PaymentFacts } from "../components/payment-facts"
import { QrCode } from "../components/qr-code"
import { Section } from "../components/section"
import { useTexts } from "../i18n/use-texts"

/** The coins, where they went, and by which names the payment is known. */
export function MoneySection({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
  const { t } = useTexts()
  const address = payment.wallet_address
  return (
    <Section title={t("detail.money")}>
      <div className="flex flex-col gap-6 px-6 py-4 md:flex-row md:items-start">
        <div className="min-w-0 flex-1">
          <PaymentFacts payment={payment} />
        </div>
        {address && <QrCode address={address} />}
      </div>
    </Section>
  )
}
