import fc from "fast-check"
import jsQR from "jsqr"
import { encode } from "uqr"

import { createQrCode, type QrCode } from "./qr-code"

const pixelsPerModule = 4

/** Draws the outline, one rectangle for each run, and scans it as a camera does. */
function scan({ size, path }: QrCode): string | undefined {
  const side = size * pixelsPerModule
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < pixelsPerModule; row++) {
      const start = (Number(y) * pixelsPerModule + row) * side
      const from = start + Number(x) * pixelsPerModule
      const to = from + Number(width) * pixelsPerModule
      for (let pixel = from; pixel < to; pixel++) {
        pixels.fill(0, pixel * 4, pixel * 4 + 3)
      }
    }
  }
  return jsQR(pixels, side, side)?.data
}

/** The outline of the dark modules by another encoder. */
function encodeWithUqr(text: string): string {
  const { data } = encode(text, { ecc: "M", border: 4 })
  const rows = data.map((row) => row.map((dark) => (dark ? "#" : " ")).join(""))
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/#+/g)].map(
        ({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`
      )
    )
    .join("")
}

/** Bytes that a version holds at level M, by ISO/IEC 18004: every small version, some larger ones. */
const capacities = new Map([
  ...[14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331].entries(),
  ...([
    [19, 666],
    [26, 1_125],
    [31, 1_538],
    [39, 2_331],
  ] as const),
])

describe("createQrCode", () => {
  it("matches another encoder module by module for any text", () => {
    // A lower-case letter makes uqr use byte mode as well.
    const text = fc
      .string({ unit: "grapheme", maxLength: 90 })
      .map((some) => `${some}q`)
    fc.assert(
      fc.property(text, (some) => {
        expect(createQrCode(some).path).toBe(encodeWithUqr(some))
      }),
      { numRuns: 60 }
    )
  })

  it.each([...capacities.entries()])(
    "version %i + 1 holds %i bytes and matches the other encoder",
    (index, capacity) => {
      const some = "abc:".repeat(600).slice(0, capacity)
      const code = createQrCode(some)
      expect(code.size).toBe(17 + 4 * (index + 1) + 8)
      expect(code.path).toBe(encodeWithUqr(some))
    }
  )

  it("throws for a text that exceeds the largest version", () => {
    expect(() => createQrCode("x".repeat(2_332))).toThrow(RangeError)
  })

  it.each([
    "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "ethereum:0x52908400098527886E0F7030069857D2E4169EE7@137?value=15000000000000000",
    `bitcoin:${"bc1q".padEnd(62, "x")}?amount=0.00012345`,
  ])("scans as %s", (text) => {
    expect(scan(createQrCode(text))).toBe(text)
  })

  it("has a quiet zone of four modules", () => {
    const { size, path } = createQrCode("T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb")
    const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((run) =>
      run.slice(1).map(Number)
    )
    expect(Math.min(...runs.map(([x]) => x))).toBe(4)
    expect(Math.min(...runs.map(([, y]) => y))).toBe(4)
    expect(Math.max(...runs.map(([x, , width]) => x + width))).toBe(size - 4)
    expect(Math.max(...runs.map(([, y]) => y + 1))).toBe(size - 4)
  })
})
