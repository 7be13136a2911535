export { CryptoPaymentError, type CryptoPaymentErrorKind } from "./errors"
export { findCryptoPayment } from "./find"
export { listCryptoCurrencies } from "./list-currencies"
export type {
  CryptoCurrency,
  CryptoPayment,
  CryptoPaymentState,
} from "./payment"
export { paymentUri } from "./payment-uri"
export type { CryptoPaymentPhase } from "./phase"
export { qrCode, type QrCode } from "./qr-code"
export { readCryptoPayment } from "./read"
export { paymentSessionIdIn, returnUrl } from "./return-url"
export type { StoreRequest, StoreSdk } from "./sdk"
export {
  startCryptoPayment,
  type StartCryptoPayment,
  type StartedCryptoPayment,
} from "./start"
export {
  watchCryptoPayment,
  type CryptoPaymentView,
  type CryptoPaymentWatch,
  type WatchOptions,
} from "./watch"
