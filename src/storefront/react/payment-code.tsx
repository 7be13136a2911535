import { useEffect, useState } from "react"

import type { CryptoPaymentTexts } from "../locales"
import type { QrCode } from "../qr-code"

/**
 * The QR code of a payment, and what it contains: address and amount, where wallets have a form for
 * both, else the address. The shopper can choose the address alone, which every wallet reads.
 */
export function PaymentCode({
  uri,
  address,
  fill,
  texts,
}: {
  uri: string | null
  address: string
  /** Fills in the names of coin and network. */
  fill: (text: string) => string
  texts: CryptoPaymentTexts
}) {
  const [isPlain, setIsPlain] = useState(false)
  const text = isPlain ? address : (uri ?? address)
  return (
    <div className="cryptopay-code">
      <QrImage text={text} label={texts.qrCode} />
      <p className="cryptopay-soft">
        {fill(text === address ? texts.codeWithAddress : texts.codeWithAmount)}
      </p>
      {uri !== null && (
        <button
          type="button"
          className="cryptopay-link"
          onClick={() => setIsPlain(!isPlain)}
        >
          {isPlain ? texts.showAmountCode : texts.showAddressCode}
        </button>
      )}
    </div>
  )
}

/** Shown until the code is loaded, in the same size. */
const EMPTY_CODE: QrCode = { size: 33, path: "" }

/**
 * Black on white in any color scheme, because cameras need it. The encoder is
 * loaded with the first code: most pages show none.
 */
function QrImage({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<QrCode | null>(EMPTY_CODE)

  useEffect(() => {
    let unmounted = false
    const update = (created: QrCode | null) => unmounted || setCode(created)
    void import("../qr-code").then(
      ({ createQrCode }) =>
        // After the paint of the address: a slow phone needs a moment for a code.
        requestAnimationFrame(() =>
          setTimeout(() => update(createQrCode(text)))
        ),
      // Not loaded: the address is also shown as text.
      () => update(null)
    )
    return () => {
      unmounted = true
    }
  }, [text])

  if (!code) return null
  const { size, path } = code
  return (
    <svg
      role="img"
      aria-label={label}
      className="cryptopay-qr"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
