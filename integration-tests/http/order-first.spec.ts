import { startMinimalGateway } from "../support/minimal-gateway"
import { testShop } from "../support/shop/test-shop"
import { orderFirstSuite } from "./order-first-suite"
import { payPageOfChangesSuite } from "./pay-page-of-changes-suite"
import { payPageSuite } from "./pay-page-suite"
import { reinstateSuite } from "./reinstate-suite"
import { unpaidOrderActorsSuite } from "./unpaid-order-actors-suite"
import { unpaidOrderChangesSuite } from "./unpaid-order-changes-suite"
import { unpaidOrderNoticesSuite } from "./unpaid-order-notices-suite"
import { unpaidOrdersAdminSuite } from "./unpaid-orders-admin-suite"
import { unpaidOrdersSuite } from "./unpaid-orders-suite"

testShop({
  startGateway: () => startMinimalGateway(),
  environment: { CRYPTO_PLACE_ORDER: "before_payment" },
  suites: [
    orderFirstSuite,
    unpaidOrdersSuite,
    unpaidOrderChangesSuite,
    unpaidOrderActorsSuite,
    unpaidOrdersAdminSuite,
    unpaidOrderNoticesSuite,
    reinstateSuite,
    payPageSuite,
    payPageOfChangesSuite,
  ],
})
