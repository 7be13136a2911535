import { CONTRACT_ONLY, startSandbox } from "../../src/sandbox"
import { testShop } from "../support/shop/test-shop"
import { gatewayReadings } from "./gateway-readings-suite"

testShop({
  startGateway: () =>
    startSandbox({
      control: true,
      retryIntervalSeconds: 1,
      observed: CONTRACT_ONLY,
    }),
  suites: [gatewayReadings],
})
