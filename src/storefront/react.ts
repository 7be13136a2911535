export type { CryptoPaymentTexts } from "./locales"
export {
  CryptoPaymentButton,
  type CryptoPaymentButtonProps,
} from "./react/button"
export {
  CryptoPaymentCollection,
  type CryptoPaymentCollectionProps,
} from "./react/collection"
export { CryptoPaymentPanel, type CryptoPaymentPanelProps } from "./react/panel"
export {
  CryptoPaymentReturn,
  type CryptoPaymentReturnProps,
} from "./react/return"
export type { CryptoToken, CryptoTokens } from "./payment-uri"
export type { CommonProps } from "./react/use-texts"
