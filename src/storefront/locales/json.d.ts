/** A language; `locales.spec.ts` compares each file with English. */
declare module "*.json" {
  export const checkout: import("./en").CryptoPaymentTexts
  export const refund: import("./en").CryptoRefundTexts
}
