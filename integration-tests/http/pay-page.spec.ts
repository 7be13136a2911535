import { startMinimalGateway } from "../support/minimal-gateway"
import { testShop } from "../support/shop/test-shop"
import { payPageSuite } from "./pay-page-suite"
import { payPageOfChangesSuite } from "./pay-page-of-changes-suite"

testShop({
  startGateway: () => startMinimalGateway(),
  environment: { CRYPTO_PLACE_ORDER: "before_payment" },
  suites: [payPageSuite, payPageOfChangesSuite],
})
