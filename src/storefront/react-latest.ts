export type { CryptoPaymentLabels, CryptoPaymentTexts } from "./locales"
export {
  CryptoPaymentLatest,
  type CryptoPaymentLatestProps,
} from "./react/latest"
