import { startMinimalGateway } from "../support/minimal-gateway"
import { creatingSuite } from "./reconcile/creating-suite"
import { jobSuite } from "./job-suite"
import { manyDueSuite } from "./reconcile/many-due-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [jobSuite, creatingSuite, manyDueSuite],
})
