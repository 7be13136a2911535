export type { CryptoRefundTexts } from "./locales"
export {
  CryptoRefundRequest,
  type CryptoRefundRequestProps,
} from "./react/refund"
