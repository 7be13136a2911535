import type { ProductInput } from "../support/store"

/** What the demo shop sells; prices in EUR. */
export const DEMO_CATALOGUE: ProductInput[] = [
  {
    handle: "shirt",
    title: "Linen shirt",
    description: "Washed linen, cut wide. Comes by post.",
    price: 39,
    stock: 120,
    requiresShipping: true,
  },
  {
    handle: "mug",
    title: "Enamel mug",
    description: "Holds 300 ml and survives most falls. Comes by post.",
    price: 12.5,
    stock: 400,
    requiresShipping: true,
  },
  {
    handle: "notebook",
    title: "Field notebook",
    description: "96 dotted pages, thread-bound. Comes by post.",
    price: 9.9,
    stock: 250,
    requiresShipping: true,
  },
  {
    handle: "guide",
    title: "Field guide, e-book",
    description: "A download: nothing to ship, nothing to wait for.",
    price: 4.99,
    requiresShipping: false,
  },
]
