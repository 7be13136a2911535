import { startSandbox } from "../../src/sandbox"
import { testShop } from "../support/shop/test-shop"
import { gatewayReadings } from "./gateway-readings-suite"
import { inlinePayments } from "./inline-payment-suite"

// One code names a coin on its main and on its test network.
testShop({
  startGateway: () =>
    startSandbox({
      control: true,
      retryIntervalSeconds: 1,
      coins: "published",
    }),
  suites: [
    inlinePayments({
      usdt: { code: "USDT", name: "Tether", network: "Tron" },
      ether: "Ethereum",
    }),
    gatewayReadings,
  ],
})
