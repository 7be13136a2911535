import { amountsSuite } from "./amounts-suite"
import { racesSuite } from "./purchase-suite"
import { switchedMethodSuite } from "./switched-method-suite"
import { tamperingSuite } from "./tampering-suite"
import { telemetrySuite } from "./telemetry-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  gateway: { pricedCurrencies: ["EUR", "USD", "GBP", "JPY", "KWD", "CHF"] },
  suites: [
    amountsSuite,
    switchedMethodSuite,
    tamperingSuite,
    racesSuite,
    telemetrySuite,
  ],
})
