export {
  type CryptoCollection,
  type CryptoCollectionStep,
  type CryptoPayment,
  type CryptoPaymentPhase,
  type CryptoPaymentState,
  type CryptoReceipt,
  findCryptoPayment,
  getCollectionStep,
  readCryptoCollection,
  readCryptoPayment,
} from "./payment"
export {
  buildPaymentUri,
  type CryptoToken,
  type CryptoTokens,
} from "./payment-uri"
export { createQrCode, type QrCode } from "./qr-code"
export {
  startCryptoPayment,
  type StartCryptoPaymentOptions,
  type StartedCryptoPayment,
} from "./start"
export {
  checkCryptoRefundAddress,
  type CheckedRefundAddress,
  confirmCryptoRefundAddress,
  type CryptoRefund,
  type CryptoRefundState,
  getRefundToken,
  readCryptoRefund,
  type WrongRefundAddress,
} from "./refund"
export {
  type CryptoCurrency,
  CryptoPaymentError,
  type CryptoPaymentErrorKind,
  listCryptoCurrencies,
  type StoreRequest,
  type StoreSdk,
} from "./store-api"
export { buildReturnUrl, getPaymentSessionId } from "./urls"
export {
  type CryptoPaymentView,
  type CryptoPaymentWatch,
  watchCryptoPayment,
  type WatchOptions,
} from "./watch"
