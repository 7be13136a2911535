import { testShop } from "../support/shop/test-shop"
import { adminActionsSuite } from "./admin-actions-suite"
import { inlinePurchaseSuite } from "./purchase-suite"
import { orderFirstSuite } from "./order-first-suite"
import { unpaidOrderChangesSuite } from "./unpaid-order-changes-suite"
import { unpaidOrdersSuite } from "./unpaid-orders-suite"
import { webhookAnswersSuite } from "./webhook-answers-suite"

// What `npm test` sells in a shop that places orders before their payment. What
// the webhook answers, and what an admin does, does not depend on that.
testShop({
  environment: { CRYPTO_PLACE_ORDER: "before_payment" },
  suites: [
    orderFirstSuite,
    inlinePurchaseSuite,
    unpaidOrdersSuite,
    unpaidOrderChangesSuite,
    webhookAnswersSuite,
    adminActionsSuite,
  ],
})
