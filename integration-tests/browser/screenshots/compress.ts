import { PNG } from "pngjs"

/** The same picture in fewer bytes: flat colours are best left unfiltered. */
export function compress(picture: Buffer): Buffer {
  return PNG.sync.write(PNG.sync.read(picture), {
    colorType: 2,
    inputHasAlpha: true,
    filterType: 0,
    deflateLevel: 9,
    deflateStrategy: 0,
  })
}
