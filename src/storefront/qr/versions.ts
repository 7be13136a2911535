/** Error correction codewords of a block, at level M, by version from 1 on. */
const eccPerBlock = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26,
  26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28,
]

/** Blocks at level M, by version from 1 on. */
const blockCounts = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18,
  20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
]

/** How the codewords of a version are laid out. */
export type Version = {
  number: number
  size: number
  /** All codewords, those of error correction included. */
  codewords: number
  blocks: number
  ecc: number
}

/** The smallest version that holds so many bytes. */
export function versionFor(byteCount: number): Version {
  for (let number = 1; number <= 40; number++) {
    const version = versionOf(number)
    const { codewords, blocks, ecc } = version
    // Mode and terminator are four bits each.
    if (byteCount + 1 + countBytes(number) <= codewords - blocks * ecc) {
      return version
    }
  }
  throw new RangeError("The text is too long for a QR code.")
}

/** Bytes that tell how many bytes there are. */
export function countBytes(number: number): number {
  return number < 10 ? 1 : 2
}

/** Where the centres of the alignment patterns are, on both axes. */
export function alignments({ number, size }: Version): number[] {
  if (number === 1) return []
  const count = Math.floor(number / 7) + 2
  const step = number === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2
  const further = Array.from(
    { length: count - 1 },
    (_, place) => size - 7 - place * step
  )
  return [6, ...further.reverse()]
}

function versionOf(number: number): Version {
  const size = 4 * number + 17
  const count = number > 1 ? Math.floor(number / 7) + 2 : 0
  // Three finders with their separators, the format twice, two timings;
  // alignments, of which some cross a timing; the version twice.
  const used =
    3 * 64 +
    31 +
    2 * (size - 16) +
    (count > 0 ? (count * count - 3) * 25 - (count - 2) * 10 : 0) +
    (number >= 7 ? 36 : 0)
  return {
    number,
    size,
    codewords: (size * size - used) >> 3,
    blocks: blockCounts[number - 1],
    ecc: eccPerBlock[number - 1],
  }
}
