import { startMinimalGateway } from "../support/minimal-gateway"
import { adminApiSearchSuite } from "./admin-api-search-suite"
import { outcomeEventsSuite } from "./outcome-events-suite"
import { testShop } from "../support/shop/test-shop"
import { unknownStatusSuite } from "./unknown-status-suite"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [adminApiSearchSuite, outcomeEventsSuite, unknownStatusSuite],
})
