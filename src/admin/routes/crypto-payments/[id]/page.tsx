import { Breadcrumb } from "../../../components/breadcrumb"
import { withDashboardContexts } from "../../../components/dashboard-contexts"
import { CryptoPaymentPage } from "../../../detail/crypto-payment-page"

export default withDashboardContexts(CryptoPaymentPage)

export const handle = { breadcrumb: () => <Breadcrumb text="detail.title" /> }
