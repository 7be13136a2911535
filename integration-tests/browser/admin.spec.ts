import { describeInBrowser } from "../launch/describe-in-browser"
import { describeList } from "./admin/list"
import { describeOrderPage } from "./admin/order-page"
import { describePayments } from "./admin/payments"
import { describeSetUp } from "./admin/set-up"
import { Visit } from "./admin/visit"

jest.setTimeout(300_000)

// One Medusa for all of them, which bundles its admin once. The first one
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
  describeSetUp(visit)
})
