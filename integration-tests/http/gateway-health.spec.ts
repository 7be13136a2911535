import { startMinimalGateway } from "../support/minimal-gateway"
import { gatewayHealthSuite } from "./gateway-health-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [gatewayHealthSuite],
})
