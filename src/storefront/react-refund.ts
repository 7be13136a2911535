export type { CryptoRefundLabels, CryptoRefundTexts } from "./locales"
export {
  CryptoRefundRequest,
  type CryptoRefundRequestProps,
} from "./react/refund"
