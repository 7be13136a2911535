import { startSandbox } from "../../src/sandbox"
import { testShop } from "../support/shop/test-shop"
import { booksFiguresSuite } from "./books-figures-suite"
import { exportSuite } from "./export-suite"

testShop({
  startGateway: () => startSandbox({ control: true }),
  suites: [booksFiguresSuite, exportSuite],
})
