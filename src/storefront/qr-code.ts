import { codewordsOf } from "./qr/codewords"
import { Grid } from "./qr/grid"
import { maskBest } from "./qr/masks"

/** A QR code as the outline of its dark modules, for `<path d>` in a square of `size`. */
export type QrCode = { size: number; path: string }

/** Modules of quiet zone around it, as the standard asks for. */
const quietZone = 4

/**
 * The QR code of a text, with room for some damage (level M). Written for the
 * kit, since a whole library weighs as much as all the rest of it.
 *
 * @throws RangeError for a text of more than 2,331 bytes.
 */
export function qrCode(text: string): QrCode {
  const { version, all } = codewordsOf(text)
  const grid = new Grid(version)
  grid.fill(all)
  maskBest(grid)
  const runs = grid.dark.flatMap((row, y) =>
    runsOf(row).map(
      ([x, width]) => `M${x + quietZone} ${y + quietZone}h${width}v1h-${width}z`
    )
  )
  return { size: version.size + 2 * quietZone, path: runs.join("") }
}

/** Start and length of each run of dark modules. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  row.forEach((dark, x) => {
    const last = runs[runs.length - 1]
    if (!dark) return
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}
