import { testShop } from "../support/shop/test-shop"
import { booksFiguresSuite } from "./books-figures-suite"
import { exportSuite } from "./export-suite"

testShop({
  gateway: { expires: true },
  suites: [booksFiguresSuite, exportSuite],
})
