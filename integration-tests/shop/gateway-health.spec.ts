import { startMinimalGateway } from "../stand-ins/minimal-gateway"
import { gatewayHealthSuite } from "./gateway-health-suite"
import { testShop } from "./test-shop"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [gatewayHealthSuite],
})
