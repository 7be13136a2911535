import { countAlignments, encodeBytes, findVersion } from "./qr-blocks"

/** The dark modules as an outline for `<path d>`, in a square of `size`. */
export type QrCode = { size: number; path: string }

/** Rows of modules; 1 is dark, undefined is left to the data. */
type Grid = (number | undefined)[][]

/**
 * Encodes a text as a QR code (ISO/IEC 18004, byte mode) of error correction level M, inside its
 * quiet zone; null for a text of more than 2,331 bytes, which no such code holds. Encoders that
 * know every mode and level are twice as large, and a shop's page has this one.
 */
export function createQrCode(text: string): QrCode | null {
  // Half a surrogate pair becomes a replacement character.
  const bytes = [...new TextEncoder().encode(text)]
  const version = findVersion(bytes.length)
  if (version === undefined) return null
  const bits = encodeBytes(bytes, version)
  const fixed = drawFixed(version)
  const [grid] = MASKS.map((_, mask) => fill(fixed, bits, mask))
    .map((grid): [Grid, number] => [grid, rate(grid)])
    .reduce((best, each) => (each[1] < best[1] ? each : best))
  const squares = grid.flatMap((row, y) =>
    row.flatMap((isDark, x) =>
      isDark ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : []
    )
  )
  return { size: grid.length + 2 * QUIET_ZONE, path: squares.join("") }
}

const QUIET_ZONE = 4

/** Finder, timing and alignment patterns and the version; format bits are reserved. */
function drawFixed(version: number): Grid {
  const size = 17 + 4 * version
  const grid: Grid = Array.from({ length: size }, () =>
    Array<undefined>(size).fill(undefined)
  )
  const draw = (x: number, y: number, value: number) => {
    if (grid[y] && x in grid[y]) grid[y][x] = value
  }
  /** Rings around a centre; those of `light` are light. */
  const drawRings = (
    centerX: number,
    centerY: number,
    radius: number,
    light: number[]
  ) => {
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y))
        draw(centerX + x, centerY + y, Number(!light.includes(ring)))
      }
    }
  }
  // Format bits, whose values come with the mask.
  for (let place = 0; place < 8; place++) {
    draw(place, 8, 0)
    draw(8, place, 0)
    draw(size - 1 - place, 8, 0)
    draw(8, size - 1 - place, 0)
  }
  draw(8, 8, 0)
  drawRings(3, 3, 4, [2, 4])
  drawRings(size - 4, 3, 4, [2, 4])
  drawRings(3, size - 4, 4, [2, 4])
  const count = countAlignments(version)
  const step =
    version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * count - 2)) * 2
  const places = Array.from({ length: count }, (_, index) =>
    index ? size - 7 - (count - 1 - index) * step : 6
  )
  for (const x of places) {
    for (const y of places) {
      if (grid[y][x] === undefined) drawRings(x, y, 2, [1])
    }
  }
  for (let place = 8; place < size - 8; place++) {
    draw(place, 6, 1 - (place % 2))
    draw(6, place, 1 - (place % 2))
  }
  draw(8, size - 8, 1)
  if (version > 6) {
    const bits = addCheckBits(version, 12, 0x1f25)
    for (let index = 0; index < 18; index++) {
      const near = Math.floor(index / 3)
      const far = size - 11 + (index % 3)
      draw(far, near, (bits >> index) & 1)
      draw(near, far, (bits >> index) & 1)
    }
  }
  return grid
}

/** A number, followed by the remainder of its division. */
function addCheckBits(value: number, count: number, divisor: number): number {
  let rest = value
  for (let index = 0; index < count; index++) {
    rest = (rest << 1) ^ ((rest >> (count - 1)) * divisor)
  }
  return (value << count) | rest
}

/** Where they are zero, data is inverted. */
const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

/** The fixed patterns with the data below a mask, and the mask's number. */
function fill(fixed: Grid, bits: number[], mask: number): Grid {
  const grid = fixed.map((row) => [...row])
  const size = grid.length
  let next = 0
  let isUpward = true
  // In columns of two, from the right; the one of the timing pattern is left out.
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let row = 0; row < size; row++) {
      const y = isUpward ? size - 1 - row : row
      for (const x of [right, right - 1]) {
        if (fixed[y][x] !== undefined) continue
        grid[y][x] = (bits[next++] ?? 0) ^ Number(MASKS[mask](x, y) === 0)
      }
    }
    isUpward = !isUpward
  }
  // Level M is 00.
  const format = addCheckBits(mask, 10, 0x537) ^ 0x5412
  for (let index = 0; index < 15; index++) {
    const bit = (format >> index) & 1
    const near = index + Number(index > 5)
    if (index < 8) {
      grid[near][8] = bit
      grid[8][size - 1 - index] = bit
    } else {
      grid[8][index === 8 ? 7 : 14 - index] = bit
      grid[size - 15 + index][8] = bit
    }
  }
  return grid
}

/** How hard a code is to read for a camera: long runs, blocks, what looks like a finder, one color. */
function rate(grid: Grid): number {
  const rows = grid.map((row) => row.join(""))
  const columns = grid.map((_, x) => grid.map((row) => row[x]).join(""))
  const dark = rows.join("").replace(/0/g, "").length
  let penalty = 10 * Math.floor(Math.abs((dark * 20) / grid.length ** 2 - 10))
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    penalty += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length
  }
  rows.slice(1).forEach((row, y) => {
    for (let x = 1; x < row.length; x++) {
      const block = rows[y].slice(x - 1, x + 1) + row.slice(x - 1, x + 1)
      if (/^(0000|1111)$/.test(block)) penalty += 3
    }
  })
  return penalty
}
