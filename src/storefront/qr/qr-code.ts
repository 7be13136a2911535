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
  const { version, codewords } = encodeText(text)
  const grid = new Grid(version)
  grid.fill(codewords)
  applyBestMask(grid)
  const rectangles = grid.dark.flatMap((row, y) =>
    findRuns(row).map(
      ([x, width]) =>
        `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${width}v1h-${width}z`
    )
  )
  return { size: version.size + 2 * QUIET_ZONE, path: rectangles.join("") }
}

/** Light modules around the code, required by the standard. */
const QUIET_ZONE = 4

/** Start and length of each run of dark modules. */
function findRuns(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  row.forEach((dark, x) => {
    const last = runs[runs.length - 1]
    if (!dark) return
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}
