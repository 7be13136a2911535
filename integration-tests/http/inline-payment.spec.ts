import { startSandbox } from "../../src/sandbox"
import { testShop } from "../support/shop/test-shop"
import { inlinePayments } from "./inline-payment-suite"

testShop({
  startGateway: () => startSandbox({ control: true, retryIntervalSeconds: 1 }),
  suites: [
    inlinePayments({
      usdt: { code: "USDT_TRC20", name: "Tether USD", network: "Tron" },
      ether: "Ether",
    }),
  ],
})
