import { adminApiSearchSuite } from "./admin-api-search-suite"
import { outcomeEventsSuite } from "./outcome-events-suite"
import { testShop } from "../support/shop/test-shop"
import { unknownStatusSuite } from "./unknown-status-suite"

testShop({
  suites: [adminApiSearchSuite, outcomeEventsSuite, unknownStatusSuite],
})
