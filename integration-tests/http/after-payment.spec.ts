import { testShop } from "../support/shop/test-shop"
import { cartChangesSuite } from "./cart-changes-suite"
import { paidCartSuite } from "./paid-cart-suite"
import { inlinePurchaseSuite, purchaseSuite } from "./purchase-suite"
import { refundsSuite } from "./refunds-suite"

// What `npm test` sells in a shop that places orders after their payment.
testShop({
  suites: [
    purchaseSuite,
    inlinePurchaseSuite,
    cartChangesSuite,
    paidCartSuite,
    refundsSuite,
  ],
})
