import { startMinimalGateway } from "../support/minimal-gateway"
import { leftoverOrdersSuite } from "./leftover-orders-suite"
import { blockersSuite } from "./blockers-suite"
import { receivedPaymentSuite } from "./received-payment-suite"
import { recoverySuite } from "./recovery-suite"
import { webhookAnswersSuite } from "./webhook-answers-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [
    webhookAnswersSuite,
    recoverySuite,
    leftoverOrdersSuite,
    blockersSuite,
    receivedPaymentSuite,
  ],
})
