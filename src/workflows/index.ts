export * from "../modules/crypto-payment/events"
export * from "./record-crypto-refund"
export * from "./resolve-crypto-payment"
export * from "./settle-crypto-payment"
