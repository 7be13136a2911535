/* global document, location, URLSearchParams */
import Medusa from "@medusajs/js-sdk"
import { createElement } from "react"
import { createRoot } from "react-dom/client"
import {
  CryptoPaymentButton,
  CryptoPaymentCollection,
  CryptoPaymentPanel,
  CryptoPaymentReturn,
} from "../../../../src/storefront/react"
import { CryptoPaymentLatest } from "../../../../src/storefront/react-latest"
import { CryptoRefundRequest } from "../../../../src/storefront/react-refund"

/**
 * The kit's components for the shop's plain pages:
 * each puts itself into an element, and returns how to take it out.
 */
export const mountButton = mount(CryptoPaymentButton)
export const mountPanel = mount(CryptoPaymentPanel)
export const mountReturn = mount(CryptoPaymentReturn)
export const mountCollection = mount(CryptoPaymentCollection)
export const mountLatest = mount(CryptoPaymentLatest)
export const mountRefund = mount(CryptoRefundRequest)

/** Of `?locale=de-AT`, else of the select in the page's header. */
const locale =
  new URLSearchParams(location.search).get("locale") ??
  document.getElementById("language").value

function mount(Component) {
  return (place, { settings, ...props }) => {
    const sdk = new Medusa({
      baseUrl: settings.medusa_url,
      publishableKey: settings.publishable_key,
    })
    const onOrder = (orderId, { payment_session_id: id }) =>
      location.replace(`/order?order_id=${orderId}&payment_session_id=${id}`)
    const root = createRoot(place)
    root.render(createElement(Component, { sdk, locale, onOrder, ...props }))
    return () => root.unmount()
  }
}
