import { encode } from "uqr"

/** A QR code as the outline of its dark modules, for `<path d>` in a square of `size`. */
export type QrCode = { size: number; path: string }

/** Modules of quiet zone around it, as the standard asks for. */
const quietZone = 4

/** The QR code of a text, with room for some damage (level M). */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: quietZone })
  const runs = data.flatMap((row, y) =>
    runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)
  )
  return { size, path: runs.join("") }
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
