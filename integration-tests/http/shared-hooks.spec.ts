import { startMinimalGateway } from "../support/minimal-gateway"
import { sharedHooksSuite } from "./shared-hooks-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [sharedHooksSuite("before")],
})
