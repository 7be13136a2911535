import { describeInBrowser } from "../support/browser/describe-in-browser"
import { describeList } from "./admin/list-suite"
import { describeOrderFirst } from "./admin/order-first-suite"
import { describeOrderPage } from "./admin/order-page-suite"
import { describePayments } from "./admin/payments-suite"
import { describeRefundRequests } from "./admin/refund-requests-suite"
import { describeSetUp } from "./admin/set-up-suite"
import { Visit } from "./admin/visit"

jest.setTimeout(15 * 60_000)

// One Medusa for all of them, which builds its admin once. The first one
// wants a shop without payments, the last one starts Medusa again.
describeInBrowser("the admin", () => {
  const visit = new Visit()

  beforeAll(() => visit.begin())
  afterAll(() => visit.end())
  beforeEach(() => visit.openPage())
  afterEach(() => visit.closePage())

  describePayments(visit)
  describeList(visit)
  describeOrderPage(visit)
  describeRefundRequests(visit)
  describeOrderFirst(visit)
  describeSetUp(visit)
})
