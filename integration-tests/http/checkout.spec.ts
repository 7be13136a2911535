import { startMinimalGateway } from "../support/minimal-gateway"
import { amountsSuite } from "./amounts-suite"
import { offerSuite } from "./offer-suite"
import { racesSuite } from "./races-suite"
import { switchedMethodSuite } from "./switched-method-suite"
import { tamperingSuite } from "./tampering-suite"
import { telemetrySuite } from "./telemetry-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [
    offerSuite,
    amountsSuite,
    switchedMethodSuite,
    tamperingSuite,
    racesSuite,
    telemetrySuite,
  ],
})
