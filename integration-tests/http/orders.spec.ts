import { canceledOrdersSuite } from "./canceled-orders-suite"
import { ordersSuite } from "./orders-suite"
import { resolveSuite } from "./resolve-suite"
import { resolvedCartSuite } from "./resolved-cart-suite"
import { testShop } from "../support/shop/test-shop"
import { refundBooksSuite } from "./refund-books-suite"
import { orphanedRefundsSuite } from "./orphaned-refunds-suite"

testShop({
  suites: [
    ordersSuite,
    canceledOrdersSuite,
    orphanedRefundsSuite,
    refundBooksSuite,
    resolveSuite,
    resolvedCartSuite,
  ],
})
