import { model } from "@medusajs/framework/utils"
import { GATEWAY_PROBLEMS } from "../domain/notice"

/** Since when the gateway cannot be used for a merchant; null while it can. */
const CryptoGatewayHealth = model.define("crypto_gateway_health", {
  merchant_id: model.text().primaryKey(),
  failing_since: model.dateTime().nullable(),
  problem: model.enum([...GATEWAY_PROBLEMS]).nullable(),
})

export default CryptoGatewayHealth
