import { startMinimalGateway } from "../support/minimal-gateway"
import { outboxSuite } from "./outbox-suite"
import { concurrentChangesSuite } from "./concurrent-changes-suite"
import { paidCartSuite } from "./paid-cart-suite"
import { reattachSuite } from "./reattach-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [paidCartSuite, concurrentChangesSuite, reattachSuite, outboxSuite],
})
