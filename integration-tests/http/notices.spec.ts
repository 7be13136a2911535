import { startMinimalGateway } from "../support/minimal-gateway"
import { testShop } from "../support/shop/test-shop"
import { noticesFeedSuite } from "./notices-feed-suite"
import { noticesMailSuite } from "./notices-mail-suite"

const NOTIFY = { email: ["office@shop.example", "buero@shop.example"] }

testShop({
  startGateway: () => startMinimalGateway(),
  environment: {
    CRYPTO_NOTIFY: JSON.stringify(NOTIFY),
    NOTIFICATION_CHANNELS: "feed,email",
  },
  suites: [noticesFeedSuite, noticesMailSuite],
})
