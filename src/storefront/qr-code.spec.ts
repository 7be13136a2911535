import fc from "fast-check"
import jsQR from "jsqr"

import { createQrCode } from "./qr-code"

const QUIET_ZONE = 4
const PIXELS_PER_MODULE = 4

/** The dark modules, as `x y`. */
function readModules(path: string): Set<string> {
  const squares = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)]
  expect(squares.map(([square]) => square).join("")).toBe(path)
  return new Set(squares.map(([, x, y]) => `${x} ${y}`))
}

/** Scans the code as a camera does. */
function scan(text: string): string | undefined {
  const code = createQrCode(text)
  if (!code) return undefined
  const modules = readModules(code.path)
  const side = code.size * PIXELS_PER_MODULE
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let row = 0; row < side; row++) {
    const y = Math.floor(row / PIXELS_PER_MODULE)
    for (let x = 0; x < code.size; x++) {
      if (!modules.has(`${x} ${y}`)) continue
      const start = (row * side + x * PIXELS_PER_MODULE) * 4
      for (let pixel = 0; pixel < PIXELS_PER_MODULE; pixel++) {
        pixels.fill(0, start + pixel * 4, start + pixel * 4 + 3)
      }
    }
  }
  return jsQR(pixels, side, side)?.data
}

const sizeOf = (version: number) => 17 + 4 * version + 2 * QUIET_ZONE

describe("createQrCode", () => {
  it("scans as any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 90 }),
        (text) => expect(scan(text)).toBe(text)
      ),
      { numRuns: 60 }
    )
  })

  // Bytes at level M, by ISO/IEC 18004.
  it.each([
    [1, 14],
    [10, 213],
    [40, 2_331],
  ])("version %i holds %i bytes", (version, bytes) => {
    const text = "abc:".repeat(600).slice(0, bytes)
    expect(createQrCode(text)?.size).toBe(sizeOf(version))
    expect(scan(text)).toBe(text)
    const longer = createQrCode(`${text}+`)?.size
    expect(longer).toBe(version < 40 ? sizeOf(version + 1) : undefined)
  })

  it("is null for a text of more bytes, and does not throw for half a surrogate pair", () => {
    expect(createQrCode("é".repeat(1_166))).toBeNull()
    expect(scan("a\ud800b")).toBe("a\ufffdb")
  })
})
