import { creatingSuite } from "./reconcile/creating-suite"
import { jobSuite } from "./job-suite"
import { manyDueSuite } from "./reconcile/many-due-suite"
import { timeLimitsSuite } from "./time-limits-suite"
import { testShop } from "../support/shop/test-shop"

testShop({
  suites: [jobSuite, creatingSuite, manyDueSuite, timeLimitsSuite],
})
