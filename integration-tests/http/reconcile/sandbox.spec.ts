import { testShop } from "../../support/shop/test-shop"
import { adoptedSuite } from "./adopted-suite"
import { supersededSuite } from "./superseded-suite"

testShop({
  gateway: { expires: true, retryCount: 0 },
  // In this order: what the gateway lists is counted, and is not forgotten.
  suites: [adoptedSuite, supersededSuite],
})
