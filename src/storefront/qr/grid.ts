/** Rows of modules; true is dark. */
export type Modules = boolean[][]

/** A code that starts with its function patterns; `fixed` marks their modules. */
export class Grid {
  /** Modules on each side. */
  readonly size: number
  readonly dark: Modules
  readonly fixed: Modules

  constructor(private readonly version: number) {
    this.size = 4 * version + 17
    this.dark = createModules(this.size)
    this.fixed = createModules(this.size)
    this.drawPatterns()
  }

  /** The codewords that fit in the free modules. */
  countCodewords(): number {
    return this.fixed.flat().filter((fixed) => !fixed).length >> 3
  }

  /** Writes the codewords to the free modules, two columns at a time, up and down. */
  fill(codewords: readonly number[]): void {
    const { size } = this
    let bit = 0
    for (let right = size - 1; right > 0; right -= 2) {
      // Column 6 is a timing pattern.
      if (right === 6) right = 5
      const up = ((right + 1) & 2) === 0
      for (let step = 0; step < size; step++) {
        const y = up ? size - 1 - step : step
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x]) continue
          const byte = codewords[bit >> 3]
          this.dark[y][x] = ((byte >> (7 - (bit & 7))) & 1) === 1
          bit++
        }
      }
    }
  }

  /** Writes both copies of the format: level M and the mask. */
  drawFormat(mask: number): void {
    const { size } = this
    const bits = ((mask << 10) | computeCheckBits(mask, 10, 0x537)) ^ 0x5412
    for (let i = 0; i < 15; i++) {
      const dark = ((bits >> i) & 1) === 1
      // Around the top left finder, without the timing patterns.
      const position = i < 6 ? i : i < 8 ? i + 1 : 14 - i
      if (i < 8) this.set(8, position, dark)
      else this.set(i === 8 ? 7 : position, 8, dark)
      if (i < 8) this.set(size - 1 - i, 8, dark)
      else this.set(8, size - 15 + i, dark)
    }
    this.set(8, size - 8, true)
  }

  private drawPatterns(): void {
    const { version, size } = this
    for (let i = 0; i < size; i++) {
      this.set(6, i, i % 2 === 0)
      this.set(i, 6, i % 2 === 0)
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ] as const) {
      this.drawRings(x, y, 4)
    }
    const centers = findAlignments(version, size)
    for (const x of centers) {
      for (const y of centers) {
        const isFinder =
          x + y === 12 || ((x - 6) * (y - 6) === 0 && x + y === size - 1)
        if (!isFinder) this.drawRings(x, y, 2)
      }
    }
    this.drawFormat(0)
    if (version < 7) return
    const bits = (version << 12) | computeCheckBits(version, 12, 0x1f25)
    for (let i = 0; i < 18; i++) {
      const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)]
      this.set(far, near, ((bits >> i) & 1) === 1)
      this.set(near, far, ((bits >> i) & 1) === 1)
    }
  }

  /** Nested squares: a finder is light at radius 2 and 4, an alignment pattern at 1. */
  private drawRings(centerX: number, centerY: number, radius: 4 | 2): void {
    const { size } = this
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y))
        const dark = radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1
        const [gridX, gridY] = [centerX + x, centerY + y]
        if (gridX >= 0 && gridX < size && gridY >= 0 && gridY < size) {
          this.set(gridX, gridY, dark)
        }
      }
    }
  }

  private set(x: number, y: number, dark: boolean): void {
    this.dark[y][x] = dark
    this.fixed[y][x] = true
  }
}

function createModules(size: number): Modules {
  return Array.from({ length: size }, () =>
    new Array<boolean>(size).fill(false)
  )
}

/** Centers of the alignment patterns, on both axes. */
function findAlignments(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step =
    version === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2
  const others = Array.from(
    { length: count - 1 },
    (_, index) => size - 7 - index * step
  )
  return [6, ...others.reverse()]
}

/** BCH code of the format or the version. */
function computeCheckBits(
  value: number,
  bits: number,
  divisor: number
): number {
  let remainder = value
  for (let i = 0; i < bits; i++) {
    remainder = (remainder << 1) ^ ((remainder >> (bits - 1)) * divisor)
  }
  return remainder
}
