import { startMinimalGateway } from "../support/minimal-gateway"
import { cancelledOrdersSuite } from "./cancelled-orders-suite"
import { ordersSuite } from "./orders-suite"
import { refundsSuite } from "./refunds-suite"
import { resolveSuite } from "./resolve-suite"
import { testShop } from "../support/shop/test-shop"
import { unsentRefundsSuite } from "./unsent-refunds-suite"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [
    ordersSuite,
    cancelledOrdersSuite,
    refundsSuite,
    unsentRefundsSuite,
    resolveSuite,
  ],
})
