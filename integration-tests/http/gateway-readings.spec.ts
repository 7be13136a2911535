import { startSandbox } from "../../src/sandbox"
import { testShop } from "../support/shop/test-shop"
import { gatewayReadings } from "./gateway-readings-suite"

testShop({
  startGateway: () =>
    startSandbox({
      control: true,
      retryIntervalSeconds: 1,
      contractOnly: true,
    }),
  suites: [gatewayReadings],
})
