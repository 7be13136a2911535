import { alignments, type Version } from "./versions"

/** Rows of modules, true where dark. */
export type Modules = boolean[][]

/** A code with its fixed patterns drawn; `fixed` tells which modules those are. */
export class Grid {
  readonly dark: Modules
  readonly fixed: Modules

  constructor(readonly version: Version) {
    const { size } = version
    const empty = () =>
      Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
    this.dark = empty()
    this.fixed = empty()
    this.drawPatterns()
  }

  /** Lays the codewords on the free modules, in pairs of columns, up and down. */
  fill(codewords: readonly number[]): void {
    const { size } = this.version
    let bit = 0
    for (let right = size - 1; right > 0; right -= 2) {
      // The column of the timing is passed over.
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

  /** Writes level M and a mask, twice. */
  drawFormat(mask: number): void {
    const { size } = this.version
    const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412
    for (let i = 0; i < 15; i++) {
      const dark = ((bits >> i) & 1) === 1
      // Around the finder above on the left, past the timings.
      const along = i < 6 ? i : i < 8 ? i + 1 : 14 - i
      if (i < 8) this.set(8, along, dark)
      else this.set(i === 8 ? 7 : along, 8, dark)
      if (i < 8) this.set(size - 1 - i, 8, dark)
      else this.set(8, size - 15 + i, dark)
    }
    this.set(8, size - 8, true)
  }

  private drawPatterns(): void {
    const { version } = this
    const { size, number } = version
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
    const centres = alignments(version)
    for (const x of centres) {
      for (const y of centres) {
        const atFinder =
          x + y === 12 || ((x - 6) * (y - 6) === 0 && x + y === size - 1)
        if (!atFinder) this.drawRings(x, y, 2)
      }
    }
    this.drawFormat(0)
    if (number < 7) return
    const bits = (number << 12) | remainder(number, 12, 0x1f25)
    for (let i = 0; i < 18; i++) {
      const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)]
      this.set(far, near, ((bits >> i) & 1) === 1)
      this.set(near, far, ((bits >> i) & 1) === 1)
    }
  }

  /** Squares around each other: light at radius 2 and 4 of a finder, at 1 of an alignment. */
  private drawRings(centreX: number, centreY: number, radius: 4 | 2): void {
    const { size } = this.version
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y))
        const dark = radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1
        const [atX, atY] = [centreX + x, centreY + y]
        if (atX >= 0 && atX < size && atY >= 0 && atY < size) {
          this.set(atX, atY, dark)
        }
      }
    }
  }

  private set(x: number, y: number, dark: boolean): void {
    this.dark[y][x] = dark
    this.fixed[y][x] = true
  }
}

/** Check bits of the format or the version. */
function remainder(value: number, bits: number, divisor: number): number {
  let rest = value
  for (let i = 0; i < bits; i++) {
    rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor)
  }
  return rest
}
