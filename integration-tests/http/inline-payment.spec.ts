import { testShop } from "../support/shop/test-shop"
import { gatewayReadings } from "./gateway-readings-suite"
import { inlinePayments } from "./inline-payment-suite"

testShop({
  gateway: { expires: true, retryIntervalSeconds: 1, coins: "published" },
  suites: [inlinePayments, gatewayReadings],
})
