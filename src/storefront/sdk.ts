/** The part of a request that the kit uses. */
export type StoreRequest = {
  method?: "GET" | "POST"
  query?: Record<string, string>
  body?: Record<string, unknown>
  signal?: AbortSignal
}

/**
 * What the kit needs of `@medusajs/js-sdk`: an instance of its `Medusa`, with
 * the publishable key, is one. It is named by its shape so that the kit goes
 * with any version, and with a stand-in of your own.
 */
export type StoreSdk = {
  client: {
    fetch<Answer>(path: string, request?: StoreRequest): Promise<Answer>
  }
}
