import { startSandbox } from "../../src/sandbox"
import { testShop } from "../support/shop/test-shop"
import { gatewayReadings } from "./gateway-readings-suite"
import { inlinePayments } from "./inline-payment-suite"

testShop({
  startGateway: () =>
    startSandbox({
      control: true,
      retryIntervalSeconds: 1,
      coins: "published",
    }),
  suites: [inlinePayments, gatewayReadings],
})
