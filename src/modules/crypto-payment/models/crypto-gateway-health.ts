import { model } from "@medusajs/framework/utils"
import { GATEWAY_PROBLEMS } from "../notices/notice"

/**
 * Since when the gateway cannot be used for a merchant, null while it can; and the
 * `callbackBaseUrl` of the server that works on its live payments. One row for each merchant.
 */
const CryptoGatewayHealth = model.define("crypto_gateway_health", {
  merchant_id: model.text().primaryKey(),
  failing_since: model.dateTime().nullable(),
  problem: model.enum([...GATEWAY_PROBLEMS]).nullable(),
  callback_base_url: model.text().nullable(),
})

export default CryptoGatewayHealth
