/*
 * What a payment's details need beside their texts: the QR code, the link to a wallet, the shown
 * address, the rate, the countdown and the receipt. It is loaded as one, before it is needed.
 */
export { buildPaymentUri } from "../payment-uri"
export { AddressValue } from "./address"
export { Countdown } from "./countdown"
export { PaymentCode } from "./payment-code"
export { Receipt } from "./receipt"
export { Rate } from "./rate"
