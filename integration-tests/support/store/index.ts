export {
  addToOrder,
  adminToken,
  dueCollection,
  logInAsAdmin,
  orderByHand,
} from "./admin"
export { cartWith } from "./cart-with"
export type { ProductInput } from "./catalogue"
export { HttpClient, HttpError } from "./http-client"
export {
  createAdminUser,
  type SeededProduct,
  type SeededStore,
  seedStore,
  type StoreOptions,
} from "./seed-store"
export { Shopper, type Completion, type Item, type Storefront } from "./shopper"
