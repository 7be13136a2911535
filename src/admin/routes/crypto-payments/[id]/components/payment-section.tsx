import { useMemo } from "react"
import { encode } from "uqr"

import type { AdminCryptoPaymentDetail } from "../../../../../api/types"
import { Section } from "../../../../components/layout"
import { PaymentFields } from "../../../../components/payment-fields"
import { useTexts } from "../../../../i18n/use-texts"

/** Coin, address, ids and times of a payment. */
export function PaymentSection({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
  const { t } = useTexts()
  const address = payment.wallet_address
  return (
    <Section title={t("detail.payment")}>
      <div className="flex flex-col gap-6 px-6 py-4 md:flex-row md:items-start">
        <div className="min-w-0 flex-1">
          <PaymentFields payment={payment} />
        </div>
        {address && <QrCode address={address} />}
      </div>
    </Section>
  )
}

/** Dark on white in both color modes, so that cameras can read it. */
function QrCode({ address }: { address: string }) {
  const { t } = useTexts()
  const { size, path } = useMemo(() => toSvgPath(address), [address])
  return (
    <svg
      role="img"
      aria-label={t("qr", { address })}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-32 shrink-0 rounded-md bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

/** One square per dark module, inside the quiet zone. */
function toSvgPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 4 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))
  )
  return { size, path: squares.join("") }
}
