/* global document */

/**
 * Makes an element. Properties are set as attributes, functions as event
 * listeners (`onclick`), `false` and `undefined` not at all.
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value)
    else if (value === true) made.setAttribute(key, "")
    else if (value !== false && value !== undefined) {
      made.setAttribute(key, value)
    }
  }
  made.append(...children.filter((child) => child !== undefined))
  return made
}

/** To the sandbox's page of a cart's payment, where test coins are sent; shown while it waits. */
export function buyerLink(cartId) {
  const link = element(
    "a",
    { href: `/buyer/${cartId}`, target: "_blank" },
    "Pay as the buyer"
  )
  const note = " (test coins, at the sandbox; this page waits for them)"
  const shown = element("p", { class: "soft", hidden: true }, link, note)
  const onPhase = (phase) => (shown.hidden = phase !== "waiting")
  return { shown, onPhase }
}

/** Replaces what the page shows. */
export function show(...content) {
  document.getElementById("main").replaceChildren(...content)
}

/** Lets `render` fill the page; a page that cannot be filled says why. */
export async function fillPage(render) {
  try {
    await render()
  } catch (error) {
    show(
      element("h1", {}, "The shop does not answer"),
      element("p", { class: "error", role: "alert" }, error.message)
    )
  }
}

/**
 * Runs what a control starts: the control rests meanwhile, and a failure is told
 * beside it.
 */
export async function whileBusy(control, work) {
  control.parentElement.querySelector(":scope > .error")?.remove()
  control.disabled = true
  try {
    await work()
  } catch (error) {
    control.after(
      element("p", { class: "error", role: "alert" }, error.message)
    )
  } finally {
    control.disabled = false
  }
}
