/* global FormData */
import { element } from "./elements.mjs"

/** E-mail and address, filled in with what the cart has. */
export function contactForm(cart) {
  const address = cart.shipping_address ?? {}
  const form = element(
    "form",
    { class: "contact" },
    field("E-mail", "email", cart.email, { type: "email", wide: true }),
    field("First name", "first_name", address.first_name),
    field("Last name", "last_name", address.last_name),
    field("Street", "address_1", address.address_1, { wide: true }),
    field("Postal code", "postal_code", address.postal_code),
    field("City", "city", address.city)
  )
  return { form, values: () => Object.fromEntries(new FormData(form)) }
}

function field(label, name, value, { type = "text", wide = false } = {}) {
  return element(
    "label",
    { class: wide ? "field wide" : "field" },
    label,
    element("input", { name, type, value: value ?? "", required: true })
  )
}
