import { startMinimalGateway } from "../support/minimal-gateway"
import { testShop } from "../support/shop/test-shop"
import { noticesFeedSuite } from "./notices-feed-suite"
import { noticesMailSuite } from "./notices-mail-suite"

/** Two readers with languages of their own. */
const NOTIFY = {
  email: [
    "office@shop.example",
    { address: "buero@shop.example", language: "de" },
  ],
  digest: "daily",
}

testShop({
  startGateway: () => startMinimalGateway(),
  environment: {
    CRYPTO_NOTIFY: JSON.stringify(NOTIFY),
    NOTIFICATION_CHANNELS: "feed,email",
  },
  suites: [noticesFeedSuite, noticesMailSuite],
})
