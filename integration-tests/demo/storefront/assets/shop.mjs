import { money } from "./amounts.mjs"
import { addToCart, openCart, showCartCount } from "./cart-store.mjs"
import { element, fillPage, show, whileBusy } from "./elements.mjs"
import { get, settings } from "./store-api.mjs"

const FIELDS = "title,handle,description,*variants.calculated_price"

await fillPage(async () => {
  const { products } = await get(
    `/store/products?region_id=${settings.region_id}&fields=${FIELDS}&order=created_at`
  )
  showCartCount(await openCart())
  show(
    element("h1", {}, "Pay with crypto, straight to the shop"),
    element("ul", { class: "products" }, ...products.map(productCard))
  )
})

function productCard({ title, handle, description, variants: [variant] }) {
  const { calculated_amount, currency_code } = variant.calculated_price
  const button = element(
    "button",
    { class: "main", "aria-label": `Add ${title} to the cart`, onclick: add },
    "Add to cart"
  )
  function add() {
    return whileBusy(button, async () => {
      await addToCart(variant.id)
      showCartCount(await openCart())
    })
  }
  return element(
    "li",
    { class: "card product" },
    element("img", { src: `/assets/${handle}.svg`, alt: "", class: "picture" }),
    element("h2", {}, title),
    element("p", { class: "soft" }, description),
    element("p", { class: "price" }, money(calculated_amount, currency_code)),
    button
  )
}
