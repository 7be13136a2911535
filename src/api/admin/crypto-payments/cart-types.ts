/**
 * The cart that a person needs to place its order manually. Amounts are decimal strings in
 * `currency_code`.
 */
export type AdminCryptoCart = {
  id: string
  email: string | null
  customer_id: string | null
  region_id: string | null
  sales_channel_id: string | null
  currency_code: string
  locale: string | null
  /** What it costs now. */
  total: string
  items: AdminCryptoCartItem[]
  shipping_methods: AdminCryptoCartShipping[]
  shipping_address: AdminCryptoCartAddress | null
  billing_address: AdminCryptoCartAddress | null
  promo_codes: string[]
}

export type AdminCryptoCartItem = {
  title: string
  variant_title: string | null
  variant_sku: string | null
  variant_id: string | null
  quantity: number
  unit_price: string
}

export type AdminCryptoCartShipping = {
  name: string
  shipping_option_id: string | null
  amount: string
}

/** As a draft order takes it; what is empty is left out. */
export type AdminCryptoCartAddress = Partial<
  Record<
    | "first_name"
    | "last_name"
    | "company"
    | "address_1"
    | "address_2"
    | "postal_code"
    | "city"
    | "province"
    | "country_code"
    | "phone",
    string
  >
>

/** `GET /admin/crypto-payments/:id/cart`. */
export type AdminCryptoCartResponse = { crypto_cart: AdminCryptoCart | null }
