/**
 * The codewords of a text in byte mode at error correction level M; null if a
 * code of this version, with this number of codewords, does not hold it.
 */
export function encodeText(
  text: string,
  version: number,
  codewordCount: number
): number[] | null {
  const bytes = [...new TextEncoder().encode(text)]
  const { length } = bytes
  const lengthField = version < 10 ? [length] : [length >> 8, length & 255]
  const blockCount = BLOCK_COUNTS[version - 1]
  const eccPerBlock = ECC_PER_BLOCK[version - 1]
  const dataCount = codewordCount - blockCount * eccPerBlock
  // Mode and terminator are four bits each.
  if (length + lengthField.length + 1 > dataCount) return null
  const data = padData([...lengthField, ...bytes], dataCount)
  const blocks = splitBlocks(data, blockCount)
  const divisor = createGenerator(eccPerBlock)
  return [
    ...readColumns(blocks),
    ...readColumns(blocks.map((block) => computeRemainder(block, divisor))),
  ]
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

/** Mode, bytes and terminator in units of four bits, then pad codewords. */
function padData(bytes: number[], dataCount: number): number[] {
  const nibbles = [4, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0]
  return Array.from({ length: dataCount }, (_, index) => {
    const start = 2 * index
    if (start < nibbles.length) {
      return (nibbles[start] << 4) | nibbles[start + 1]
    }
    return (index - nibbles.length / 2) % 2 === 0 ? 0xec : 0x11
  })
}

/** Blocks of the same length, or one more for the last ones. */
function splitBlocks(data: number[], count: number): number[][] {
  const shortLength = Math.floor(data.length / count)
  const shortBlocks = count - (data.length % count)
  return Array.from({ length: count }, (_, index) => {
    const start = index * shortLength + Math.max(0, index - shortBlocks)
    const end = start + shortLength + (index < shortBlocks ? 0 : 1)
    return data.slice(start, end)
  })
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
