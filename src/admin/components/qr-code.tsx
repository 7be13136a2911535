import { useMemo } from "react"
import { encode } from "uqr"

import { useTexts } from "../i18n/use-texts"

/** Dark on white in both colour modes, since a camera has to read it. */
export function QrCode({ address }: { address: string }) {
  const { t } = useTexts()
  const { size, path } = useMemo(() => draw(address), [address])
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

/** Each dark module as a square of the path, with the quiet zone around. */
function draw(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 4 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))
  )
  return { size, path: squares.join("") }
}
