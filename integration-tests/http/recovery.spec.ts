import { startMinimalGateway } from "../support/minimal-gateway"
import { killedServerSuite } from "./killed-server-suite"
import { leftoverOrdersSuite } from "./leftover-orders-suite"
import { blockersSuite } from "./blockers-suite"
import { receivedPaymentSuite } from "./received-payment-suite"
import { recoverySuite } from "./recovery-suite"
import { webhookFieldsSuite } from "./webhook-fields-suite"
import { unfinishedOrdersSuite } from "./unfinished-orders-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [
    webhookFieldsSuite,
    recoverySuite,
    killedServerSuite,
    leftoverOrdersSuite,
    unfinishedOrdersSuite,
    blockersSuite,
    receivedPaymentSuite,
  ],
})
