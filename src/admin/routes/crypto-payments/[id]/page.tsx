import { CryptoPaymentPage } from "../../../detail/crypto-payment-page"

export default CryptoPaymentPage
