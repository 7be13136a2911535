import { useEffect, useState } from "react"

import type { QrCode } from "../qr-code"

/** Holds the place until the code is there. */
const blank: QrCode = { size: 33, path: "" }

/**
 * A text as QR code; black on white in any theme, since cameras want it so. The
 * encoder is loaded when the first one is shown: most pages show none.
 */
export function QrImage({ text, label }: { text: string; label: string }) {
  const [{ size, path }, setCode] = useState(blank)

  useEffect(() => {
    let gone = false
    import("../qr-code").then(
      ({ qrCode }) => gone || setCode(qrCode(text)),
      // The text stands beside it.
      () => gone || setCode(blank)
    )
    return () => {
      gone = true
    }
  }, [text])

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
