import { changedCartPaymentSuite } from "./changed-cart-payment-suite"
import { outboxSuite } from "./outbox-suite"
import { concurrentChangesSuite } from "./concurrent-changes-suite"
import { gatewaySuite } from "./gateway-suite"
import { sharedHooksSuite } from "./shared-hooks-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  suites: [
    // The first: Medusa writes down at most one delivery a minute.
    gatewaySuite,
    changedCartPaymentSuite,
    concurrentChangesSuite,
    outboxSuite,
    // The last: the store's handlers stay registered.
    sharedHooksSuite("after"),
  ],
})
