/** The layout of the codewords in a code of this version, at level M. */
export type Version = {
  number: number
  /** Modules on each side. */
  size: number
  /** All codewords, including error correction. */
  codewordCount: number
  blockCount: number
  /** Error correction codewords of each block. */
  eccPerBlock: number
}

/** The codewords of a text in byte mode, for the smallest version that holds it. */
export function encodeText(text: string): {
  version: Version
  codewords: number[]
} {
  const bytes = [...new TextEncoder().encode(text)]
  const version = findVersion(bytes.length)
  return { version, codewords: interleave(padData(bytes, version), version) }
}

/** Error correction codewords of a block, by version. */
const ECC_PER_BLOCK = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26,
  26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28,
]

/** Blocks, by version. */
const BLOCK_COUNTS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18,
  20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
]

function findVersion(byteCount: number): Version {
  for (let number = 1; number <= 40; number++) {
    const version = createVersion(number)
    // Mode and terminator are four bits each.
    const needed = byteCount + 1 + lengthBytes(number)
    if (needed <= countDataCodewords(version)) return version
  }
  throw new RangeError("The text is too long for a QR code.")
}

function createVersion(number: number): Version {
  const size = 4 * number + 17
  const alignments = number > 1 ? Math.floor(number / 7) + 2 : 0
  // Three finders with separators, two formats, two timing patterns; alignment
  // patterns, some of which overlap a timing pattern; two version patterns.
  const fixedModules =
    3 * 64 +
    31 +
    2 * (size - 16) +
    (alignments > 0
      ? (alignments * alignments - 3) * 25 - (alignments - 2) * 10
      : 0) +
    (number >= 7 ? 36 : 0)
  return {
    number,
    size,
    codewordCount: (size * size - fixedModules) >> 3,
    blockCount: BLOCK_COUNTS[number - 1],
    eccPerBlock: ECC_PER_BLOCK[number - 1],
  }
}

function countDataCodewords(version: Version): number {
  return version.codewordCount - version.blockCount * version.eccPerBlock
}

/** Size of the length field, in bytes. */
function lengthBytes(versionNumber: number): 1 | 2 {
  return versionNumber < 10 ? 1 : 2
}

/** Mode, length, bytes and terminator in units of four bits, then pad codewords. */
function padData(bytes: readonly number[], version: Version): number[] {
  const { length } = bytes
  const lengthField =
    lengthBytes(version.number) === 2 ? [length >> 8, length & 255] : [length]
  const nibbles = [
    4,
    ...[...lengthField, ...bytes].flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ]
  return Array.from({ length: countDataCodewords(version) }, (_, index) => {
    const start = 2 * index
    if (start < nibbles.length) {
      return (nibbles[start] << 4) | nibbles[start + 1]
    }
    return (index - nibbles.length / 2) % 2 === 0 ? 0xec : 0x11
  })
}

/** Splits the data into blocks, the longer ones last, and reads them by column. */
function interleave(
  data: readonly number[],
  { codewordCount, blockCount, eccPerBlock }: Version
): number[] {
  const shortBlocks = blockCount - (codewordCount % blockCount)
  const shortLength = Math.floor(codewordCount / blockCount) - eccPerBlock
  let start = 0
  const blocks = Array.from({ length: blockCount }, (_, index) => {
    const end = start + shortLength + (index < shortBlocks ? 0 : 1)
    const block = data.slice(start, end)
    start = end
    return block
  })
  const divisor = createGenerator(eccPerBlock)
  return [
    ...readColumns(blocks),
    ...readColumns(blocks.map((block) => computeRemainder(block, divisor))),
  ]
}

function readColumns(rows: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...rows.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) =>
    rows.flatMap((row) => row[index] ?? [])
  ).flat()
}

/** The product of (x - 2^i) for i below the degree, without its leading 1. */
function createGenerator(degree: number): number[] {
  let product = [1]
  let root = 1
  for (let i = 0; i < degree; i++) {
    product = [...product, 0].map((coefficient, index) =>
      index === 0
        ? coefficient
        : coefficient ^ multiply(product[index - 1], root)
    )
    root = multiply(root, 2)
  }
  return product.slice(1)
}

/** The Reed-Solomon error correction of a block. */
function computeRemainder(
  block: readonly number[],
  divisor: readonly number[]
): number[] {
  let remainder = divisor.map(() => 0)
  for (const byte of block) {
    const [first, ...rest] = remainder
    const factor = byte ^ first
    remainder = [...rest, 0].map(
      (value, index) => value ^ multiply(divisor[index], factor)
    )
  }
  return remainder
}

/** Multiplication in GF(256) with the polynomial of QR codes. */
function multiply(left: number, right: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((right >>> bit) & 1) * left
  }
  return product
}
