import { defineLink } from "@medusajs/framework/utils"
import OrderModule from "@medusajs/medusa/order"

import CryptoPaymentModule from "../modules/crypto-payment"

/** `order.crypto_payments` in `query.graph`, by the ledger's own `order_id`. */
export default defineLink(
  { linkable: OrderModule.linkable.order, field: "id" },
  {
    linkable: {
      ...CryptoPaymentModule.linkable.cryptoPayment.id,
      primaryKey: "order_id",
    },
    alias: "crypto_payment",
  },
  { readOnly: true, isList: true }
)
