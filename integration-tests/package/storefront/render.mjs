import { createElement } from "react"
import { renderToString } from "react-dom/server"
import {
  CryptoPaymentButton,
  CryptoPaymentPanel,
  CryptoPaymentReturn,
} from "medusa-payment-crypto-storefront/react"
import { CryptoPaymentLatest } from "medusa-payment-crypto-storefront/react-latest"
import { CryptoRefundRequest } from "medusa-payment-crypto-storefront/react-refund"
import { de, deRefund } from "medusa-payment-crypto-storefront/languages"

const sdk = {
  client: { fetch: () => Promise.reject(new Error("A server asks nothing.")) },
}

const render = (Component, properties) =>
  renderToString(
    createElement(Component, { sdk, cartId: "cart_1", ...properties })
  )

console.log(
  JSON.stringify({
    button: render(CryptoPaymentButton),
    german: render(CryptoPaymentButton, { locale: "de-AT", labels: de }),
    french: render(CryptoPaymentButton, { locale: "fr" }),
    panel: render(CryptoPaymentPanel),
    return: render(CryptoPaymentReturn),
    latest: render(CryptoPaymentLatest),
    refund: render(CryptoRefundRequest, { token: "token" }),
    germanRefund: render(CryptoRefundRequest, {
      token: "token",
      locale: "de",
      labels: deRefund,
    }),
  })
)
