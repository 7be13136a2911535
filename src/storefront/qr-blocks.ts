/**
 * The version that holds a text of so many bytes: the smallest; undefined where none does. The text
 * has a frame of mode and length.
 */
export function findVersion(length: number): number | undefined {
  const versions = BLOCKS.map((_, version) => version).slice(1)
  return versions.find(
    (version) => length <= countDataBytes(version) - (version < 10 ? 2 : 3)
  )
}

/** The bits of a version: mode, length, the bytes, padding and error correction. */
export function encodeBytes(bytes: number[], version: number): number[] {
  return addErrorCorrection(frame(bytes, version), version).flatMap((byte) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1)
  )
}

/** By version, at level M: blocks, and error correction bytes of each (table 9). */
const BLOCKS = [
  ...[0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17],
  ...[
    17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ],
]
const CORRECTION = [
  ...[
    0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26,
  ],
  ...[26, 26, 26],
]

const countCorrection = (version: number) => CORRECTION[version] ?? 28

/** Alignment patterns in a row. */
export const countAlignments = (version: number) =>
  version > 1 ? Math.floor(version / 7) + 2 : 0

/** All bytes of a version: the modules that no pattern takes. */
function countBytes(version: number): number {
  const count = countAlignments(version)
  const patterns = count && (25 * count - 10) * count - 55
  const versionBits = version > 6 ? 36 : 0
  return Math.floor(
    ((16 * version + 128) * version + 64 - patterns - versionBits) / 8
  )
}

/** Those of the text, with its frame. */
function countDataBytes(version: number): number {
  return countBytes(version) - BLOCKS[version] * countCorrection(version)
}

/** Mode, length, the bytes themselves, and padding up to the version's size. */
function frame(bytes: number[], version: number): number[] {
  const { length } = bytes
  const head = version < 10 ? [length] : [length >> 8, length & 255]
  const framed: number[] = []
  // The mode takes four bits, so that each byte is spread over two.
  ;[...head, ...bytes, 0].reduce((carry, byte) => {
    framed.push((carry << 4) | (byte >> 4))
    return byte & 15
  }, 4)
  const size = countDataBytes(version)
  for (let pad = 236; framed.length < size; pad ^= 236 ^ 17) framed.push(pad)
  return framed
}

/** Powers of 2 in the field of 256 elements, and their logarithms. */
const POWERS: number[] = []
const LOGARITHMS: number[] = []
for (let power = 1, index = 0; index < 255; index++) {
  POWERS[index] = power
  LOGARITHMS[power] = index
  power = (power << 1) ^ (power > 127 ? 285 : 0)
}

const multiply = (a: number, b: number) =>
  a && b ? POWERS[(LOGARITHMS[a] + LOGARITHMS[b]) % 255] : 0

/** The remainder of Reed and Solomon's division. */
function divide(data: number[], degree: number): number[] {
  let divisor = [1]
  for (let index = 0; index < degree; index++) {
    divisor = [...divisor, 0].map(
      (factor, place) =>
        factor ^ multiply(divisor[place - 1] ?? 0, POWERS[index])
    )
  }
  const rest = Array<number>(degree).fill(0)
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    rest.forEach((_, place) => {
      rest[place] ^= multiply(divisor[place + 1], factor)
    })
  }
  return rest
}

/** Splits the data into blocks, the longer ones last, and interleaves them. */
function addErrorCorrection(data: number[], version: number): number[] {
  const count = BLOCKS[version]
  const short = Math.floor(data.length / count)
  const longFrom = count - (data.length % count)
  let start = 0
  const blocks = Array.from({ length: count }, (_, index) => {
    const end = start + short + Number(index >= longFrom)
    const block = data.slice(start, end)
    start = end
    return block
  })
  const corrections = blocks.map((block) =>
    divide(block, countCorrection(version))
  )
  return [...interleave(blocks), ...interleave(corrections)]
}

/** The first byte of each, then the second of each, and so on. */
function interleave(blocks: number[][]): number[] {
  const longest = blocks[blocks.length - 1]
  return longest.flatMap((_, place) =>
    blocks.flatMap((block) => (place < block.length ? block[place] : []))
  )
}
