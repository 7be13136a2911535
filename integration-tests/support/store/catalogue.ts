/** A product that the store shall sell, in one variant. */
export type ProductInput = {
  /** Also the key under which the seeded product is found. */
  handle: string
  title: string
  description?: string
  /** In the store's currency, as a number of whole units: 12.5 is 12.50. */
  price: number
  /**
   * Pieces on stock; without it stock is not counted.
   */
  stock?: number
  requiresShipping: boolean
}

/** What the store sells by default. */
export const DEFAULT_CATALOGUE = [
  {
    handle: "shirt",
    title: "Linen shirt",
    description: "Comes by post, so it needs an address.",
    price: 10,
    stock: 1000,
    requiresShipping: true,
  },
  {
    handle: "ebook",
    title: "Field guide, e-book",
    description: "Nothing to ship.",
    price: 5,
    requiresShipping: false,
  },
] satisfies ProductInput[]
