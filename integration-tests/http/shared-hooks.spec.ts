import { sharedHooksSuite } from "./shared-hooks-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  suites: [sharedHooksSuite("before")],
})
