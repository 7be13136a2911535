import { startMinimalGateway } from "../stand-ins/minimal-gateway"
import { sharedHooksSuite } from "./shared-hooks-suite"
import { testShop } from "./test-shop"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [sharedHooksSuite("before")],
})
