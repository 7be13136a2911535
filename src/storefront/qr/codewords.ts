import { errorCorrection } from "./reed-solomon"
import { countBytes, type Version, versionFor } from "./versions"

/** A text in byte mode, as the codewords of the smallest version that holds it. */
export function codewordsOf(text: string): { version: Version; all: number[] } {
  const bytes = [...new TextEncoder().encode(text)]
  const version = versionFor(bytes.length)
  return { version, all: interleaved(padded(bytes, version), version) }
}

/** Mode, count, bytes and terminator are whole half bytes; the rest is filled up. */
function padded(
  bytes: readonly number[],
  { number, codewords, blocks, ecc }: Version
): number[] {
  const { length } = bytes
  const count = countBytes(number) > 1 ? [length >> 8, length & 255] : [length]
  const halves = [
    4,
    ...[...count, ...bytes].flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ]
  return Array.from({ length: codewords - blocks * ecc }, (_, place) => {
    const high = halves[2 * place]
    if (high !== undefined) return (high << 4) | (halves[2 * place + 1] ?? 0)
    return (place - halves.length / 2) % 2 === 0 ? 0xec : 0x11
  })
}

/** Split into blocks, the longer ones last; then the first of each, the second of each … */
function interleaved(
  data: readonly number[],
  { codewords, blocks, ecc }: Version
): number[] {
  const shortCount = blocks - (codewords % blocks)
  const shortLength = Math.floor(codewords / blocks) - ecc
  let start = 0
  const parts = Array.from({ length: blocks }, (_, place) => {
    const end = start + shortLength + (place < shortCount ? 0 : 1)
    const part = data.slice(start, end)
    start = end
    return part
  })
  return [
    ...columns(parts),
    ...columns(parts.map((part) => errorCorrection(part, ecc))),
  ]
}

function columns(rows: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...rows.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) =>
    rows.flatMap((row) => row[place] ?? [])
  ).flat()
}
