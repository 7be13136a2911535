/** Error correction codewords of a block: what is left of it, divided by the generator. */
export function errorCorrection(
  block: readonly number[],
  degree: number
): number[] {
  const divisor = generator(degree)
  const rest = new Array<number>(degree).fill(0)
  for (const byte of block) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    divisor.forEach((each, place) => {
      rest[place] ^= times(each, factor)
    })
  }
  return rest
}

/** The product of (x - 2^i) for i below the degree, without its leading 1. */
function generator(degree: number): number[] {
  let product = [1]
  let root = 1
  for (let i = 0; i < degree; i++) {
    const shifted = [...product, 0]
    product = shifted.map(
      (each, place) => each ^ times(product[place - 1] ?? 0, root)
    )
    root = times(root, 2)
  }
  return product.slice(1)
}

/** Multiplies in the field of 256 elements that QR codes use. */
function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((other >>> bit) & 1) * one
  }
  return product
}
