import { Breadcrumb } from "../../../components/breadcrumb"
import { CryptoPaymentPage } from "../../../detail/crypto-payment-page"

export default CryptoPaymentPage

export const handle = { breadcrumb: () => <Breadcrumb text="detail.title" /> }
