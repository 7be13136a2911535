import { encode } from "uqr"

/** The dark modules as an outline for `<path d>`, in a square of `size`. */
export type QrCode = { size: number; path: string }

/** Encodes a text as a QR code of level M with its quiet zone; null for more than 2,331 bytes. */
export function createQrCode(text: string): QrCode | null {
  // As bytes: half a surrogate pair in a string makes `encode` throw.
  const bytes = [...new TextEncoder().encode(text)]
  if (bytes.length > MAX_BYTES) return null
  const { size, data } = encode(bytes, { ecc: "M", border: 4 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))
  )
  return { size, path: squares.join("") }
}

const MAX_BYTES = 2_331
