/** Keeps our texts apart from Medusa's own and from other plugins'. */
export const namespace = "cryptoPayment"
