import { changeContact } from "./cart-store.mjs"
import { element } from "./elements.mjs"
import { mountButton, mountPanel } from "./payments.mjs"
import { settings } from "./store-api.mjs"

const HOSTED = "pp_crypto_crypto"
const INLINE = "pp_crypto-h2h_crypto"

/** The two ways to pay, one of them opened; `contact`, if any, is saved before a payment starts. */
export function paymentChoice(cart, contact) {
  let leave = () => {}
  const place = element("div", { class: "payment" })
  const way = (providerId, label) =>
    element(
      "label",
      { class: "choice" },
      element("input", {
        type: "radio",
        name: "payment",
        value: providerId,
        checked: providerId === chosenBefore(cart),
        onchange: () => open(providerId),
      }),
      label
    )
  const choice = element(
    "fieldset",
    { class: "ways" },
    element("legend", {}, "Payment"),
    way(HOSTED, "Crypto, on the gateway's page"),
    way(INLINE, "Crypto (in checkout)")
  )
  open(chosenBefore(cart))
  return { parts: [choice, place], leave: () => leave() }

  function open(providerId) {
    leave()
    const mount = providerId === INLINE ? mountPanel : mountButton
    leave = mount(place, {
      settings,
      cartId: cart.id,
      providerId,
      returnPage: "/return",
      onBeforeStart: contact && saveContact,
    })
  }

  async function saveContact() {
    if (!contact.form.reportValidity()) {
      throw new Error("Please fill in the address first.")
    }
    await changeContact(cart, contact.values())
  }
}

/** After a reload the payment goes on where it was. */
function chosenBefore({ payment_collection }) {
  const inline = payment_collection?.payment_sessions?.some(
    ({ provider_id }) => provider_id === INLINE
  )
  return inline ? INLINE : HOSTED
}
