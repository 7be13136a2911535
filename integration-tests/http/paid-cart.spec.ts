import { startMinimalGateway } from "../support/minimal-gateway"
import { outboxSuite } from "./outbox-suite"
import { overtakenSuite } from "./overtaken-suite"
import { paidCartSuite } from "./paid-cart-suite"
import { reattachSuite } from "./reattach-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [paidCartSuite, overtakenSuite, reattachSuite, outboxSuite],
})
