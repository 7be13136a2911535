import { startMinimalGateway } from "../stand-ins/minimal-gateway"
import { adminActionsSuite } from "./admin-actions-suite"
import { adminApiSearchSuite } from "./admin-api-search-suite"
import { requestBodySuite } from "./request-body-suite"
import { requestTextSuite } from "./request-text-suite"
import { testShop } from "./test-shop"
import { unknownStatusSuite } from "./unknown-status-suite"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [
    adminActionsSuite,
    adminApiSearchSuite,
    requestTextSuite,
    requestBodySuite,
    unknownStatusSuite,
  ],
})
