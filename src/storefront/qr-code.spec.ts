import jsQR from "jsqr"

import { type QrCode, qrCode } from "./qr-code"

const pixelsPerModule = 4

/** Paints the outline, which holds one rectangle for each run, and reads it like a camera. */
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

describe("the QR code", () => {
  it.each([
    "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "ethereum:0x52908400098527886E0F7030069857D2E4169EE7@137?value=15000000000000000",
    `bitcoin:${"bc1q".padEnd(62, "x")}?amount=0.00012345`,
  ])("of %s reads as what was put in", (text) => {
    expect(scan(qrCode(text))).toBe(text)
  })

  it("has a quiet zone of four modules", () => {
    const { size, path } = qrCode("T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb")
    const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((run) =>
      run.slice(1).map(Number)
    )
    expect(Math.min(...runs.map(([x]) => x))).toBe(4)
    expect(Math.min(...runs.map(([, y]) => y))).toBe(4)
    expect(Math.max(...runs.map(([x, , width]) => x + width))).toBe(size - 4)
    expect(Math.max(...runs.map(([, y]) => y + 1))).toBe(size - 4)
  })
})
