import { orphanedOrdersSuite } from "./orphaned-orders-suite"
import { blockersSuite } from "./blockers-suite"
import { recoverySuite } from "./recovery-suite"
import { webhookFieldsSuite } from "./webhook-answers-suite"
import { halfDoneOrdersSuite } from "./half-done-orders-suite"
import { reserveStockSuite } from "./reserve-stock-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  suites: [
    webhookFieldsSuite,
    recoverySuite,
    orphanedOrdersSuite,
    halfDoneOrdersSuite,
    reserveStockSuite,
    blockersSuite,
  ],
})
