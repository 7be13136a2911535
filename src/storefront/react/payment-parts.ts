/*
 * What a payment's details need beside their texts: the QR code, the link to a wallet, the shown
 * address and the rate. It is loaded as one, once there is something to pay.
 */
export { buildPaymentUri } from "../payment-uri"
export { AddressValue } from "./address"
export { PaymentCode } from "./payment-code"
export { Rate } from "./rate"
