export * from "./settle-crypto-payment"
