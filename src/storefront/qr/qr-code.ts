import { encodeText } from "./codewords"
import { Grid } from "./grid"
import { applyBestMask } from "./masks"

/** The dark modules as an outline for `<path d>`, in a square of `size`. */
export type QrCode = { size: number; path: string }

/**
 * Encodes a text as a QR code of error correction level M. Own code, because a
 * library is as large as the rest of the kit.
 *
 * @throws RangeError for a text of more than 2,331 bytes.
 */
export function createQrCode(text: string): QrCode {
  const grid = createGrid(text)
  applyBestMask(grid)
  const rectangles = grid.dark.flatMap((row, y) => {
    const modules = row.map((dark) => (dark ? "#" : " ")).join("")
    return [...modules.matchAll(/#+/g)].map(
      ({ 0: { length }, index: x }) =>
        `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`
    )
  })
  return { size: grid.size + 2 * QUIET_ZONE, path: rectangles.join("") }
}

/** Light modules around the code, required by the standard. */
const QUIET_ZONE = 4

/** The text in the smallest version that holds it, without a mask. */
function createGrid(text: string): Grid {
  for (let version = 1; version <= 40; version++) {
    const grid = new Grid(version)
    const codewords = encodeText(text, version, grid.countCodewords())
    if (codewords) {
      grid.fill(codewords)
      return grid
    }
  }
  throw new RangeError("The text is too long for a QR code.")
}
