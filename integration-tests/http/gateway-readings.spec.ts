import { testShop } from "../support/shop/test-shop"
import { gatewayReadings } from "./gateway-readings-suite"

testShop({
  gateway: { expires: true, retryIntervalSeconds: 1, contractOnly: true },
  suites: [gatewayReadings],
})
