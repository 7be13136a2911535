import { leftoverOrdersSuite } from "./leftover-orders-suite"
import { blockersSuite } from "./blockers-suite"
import { recoverySuite } from "./recovery-suite"
import { webhookFieldsSuite } from "./webhook-answers-suite"
import { unfinishedOrdersSuite } from "./unfinished-orders-suite"
import { reserveStockSuite } from "./reserve-stock-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  suites: [
    webhookFieldsSuite,
    recoverySuite,
    leftoverOrdersSuite,
    unfinishedOrdersSuite,
    reserveStockSuite,
    blockersSuite,
  ],
})
