import { testShop } from "../support/shop/test-shop"
import { refundLinksSuite } from "./refund-links-suite"
import { refundOfReturnsSuite } from "./refund-of-returns-suite"
import { refundRacesSuite } from "./refund-races-suite"
import { refundRequestsSuite } from "./refund-requests-suite"

testShop({
  gateway: { expires: true, retryIntervalSeconds: 1 },
  suites: [
    refundRequestsSuite,
    refundOfReturnsSuite,
    refundLinksSuite,
    refundRacesSuite,
  ],
})
