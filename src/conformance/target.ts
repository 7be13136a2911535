/** The gateway to look at, and what to use there. */
export type Target = {
  /** Address before `/v1`: https, or http on localhost. */
  baseUrl: string
  merchantId: string
  /** At least one of `apiKey` and `privateKey`; with both, each is tried. */
  apiKey?: string
  /** PEM of the RSA key whose public half the gateway knows. */
  privateKey?: string
  privateKeyPassphrase?: string
  /** Priced currency of the test payments. @default "USD" */
  currency?: string
  /** A test coin with a wallet, for the inline flow. @default the first that the gateway marks as a testnet's */
  h2hCurrency?: string
  /** A coin that the gateway knows and this merchant has no wallet for. @default none: its case is skipped */
  walletlessCurrency?: string
  /** How to see webhooks arrive. @default none: their cases are skipped */
  webhook?: WebhookTarget
}

/** A public address that leads to a port of this machine. */
export type WebhookTarget = {
  callbackUrl: string
  port: number
  /** Verifies the deliveries. @default none: the cases about signatures are skipped */
  secret?: string
  /** How long to wait for each attempt of a delivery. */
  waitSeconds: number
  /** Gets the payment paid in test coins, by a person, say. @default none: the payment is expired */
  pay?: (payment: { id: string; url: string }) => Promise<void>
}
