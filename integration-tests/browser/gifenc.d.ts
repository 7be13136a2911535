/** It brings no types. */
declare module "gifenc" {
  type Palette = number[][]
  export function GIFEncoder(): {
    writeFrame(
      pixels: Uint8Array,
      width: number,
      height: number,
      options: { palette: Palette; delay: number }
    ): void
    finish(): void
    bytes(): Uint8Array
  }
  export function quantize(rgba: Uint8Array, colors: number): Palette
  export function applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array
}
