/*
 * What a payment's details need beside their texts: the QR code, the link to a wallet and the shown
 * address. It is loaded as one, once there is something to pay.
 */
export { buildPaymentUri } from "../payment-uri"
export { AddressValue } from "./address"
export { PaymentCode } from "./payment-code"
