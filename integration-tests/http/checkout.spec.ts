import { startMinimalGateway } from "../support/minimal-gateway"
import { amountsSuite } from "./amounts-suite"
import { cartChangesSuite } from "./cart-changes-suite"
import { offerSuite } from "./offer-suite"
import { purchaseSuite } from "./purchase-suite"
import { racesSuite } from "./races-suite"
import { switchedMethodSuite } from "./switched-method-suite"
import { tamperingSuite } from "./tampering-suite"
import { telemetrySuite } from "./telemetry-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [
    offerSuite,
    purchaseSuite,
    amountsSuite,
    cartChangesSuite,
    switchedMethodSuite,
    tamperingSuite,
    racesSuite,
    telemetrySuite,
  ],
})
