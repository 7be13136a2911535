export type { CryptoPaymentTexts } from "./locales"
export {
  CryptoPaymentLatest,
  type CryptoPaymentLatestProps,
} from "./react/latest"
