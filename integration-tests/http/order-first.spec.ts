import { testShop } from "../support/shop/test-shop"
import { deletedCartSuite } from "./deleted-cart-suite"
import { payPageSuite } from "./pay-page-suite"
import { unpaidOrderCancellationSuite } from "./unpaid-order-cancellation-suite"
import { unpaidOrderOtherMoneySuite } from "./unpaid-order-other-money-suite"
import { unpaidOrdersAdminSuite } from "./unpaid-orders-admin-suite"

testShop({
  environment: { CRYPTO_PLACE_ORDER: "before_payment" },
  suites: [
    unpaidOrderCancellationSuite,
    unpaidOrderOtherMoneySuite,
    unpaidOrdersAdminSuite,
    payPageSuite,
    deletedCartSuite,
  ],
})
