import { startSandbox } from "../../src/sandbox"
import { testShop } from "../support/shop/test-shop"
import { refundLinksSuite } from "./refund-links-suite"
import { refundNoticesSuite } from "./refund-notices-suite"
import { refundOfReturnsSuite } from "./refund-of-returns-suite"
import { refundRacesSuite } from "./refund-races-suite"
import { refundRequestsSuite } from "./refund-requests-suite"

testShop({
  startGateway: () => startSandbox({ control: true, retryIntervalSeconds: 1 }),
  environment: {
    CRYPTO_NOTIFY: JSON.stringify({ email: ["office@shop.example"] }),
    NOTIFICATION_CHANNELS: "feed,email",
  },
  suites: [
    refundRequestsSuite,
    refundOfReturnsSuite,
    refundLinksSuite,
    refundRacesSuite,
    refundNoticesSuite,
  ],
})
