export type { CryptoRefundLabels, CryptoRefundTexts } from "./locales/refund"
export {
  CryptoRefundRequest,
  type CryptoRefundRequestProps,
} from "./react/refund"
