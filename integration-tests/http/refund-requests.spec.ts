import { startSandbox } from "../../src/sandbox"
import { testShop } from "../support/shop/test-shop"
import { refundRacesSuite } from "./refund-races-suite"
import { refundRequestsSuite } from "./refund-requests-suite"
import { refundLinksSuite } from "./refund-links-suite"

testShop({
  startGateway: () => startSandbox({ control: true, retryIntervalSeconds: 1 }),
  suites: [refundRequestsSuite, refundLinksSuite, refundRacesSuite],
})
