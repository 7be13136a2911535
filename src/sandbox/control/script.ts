/** Fills the control page's tables and runs its buttons. */
export const CONTROL_SCRIPT = `
(() => {
  const said = document.getElementById("said")
  const call = async (path, method = "GET", body) => {
    const answer = await fetch("/control/" + path, { method, body })
    const told = await answer.json()
    if (!answer.ok) throw new Error(told.message)
    return told
  }
  const press = async (path, method, body) => {
    try {
      await call(path, method, body)
      said.textContent = "Done."
      await refresh()
    } catch (error) {
      said.textContent = error.message
    }
  }
  const button = (label, path, body) => {
    const made = document.createElement("button")
    made.className = "quiet"
    made.textContent = label
    made.addEventListener("click", () => press(path, "POST", body))
    return made
  }
  const link = (text, href) => {
    const made = document.createElement("a")
    made.textContent = text
    made.href = href
    return made
  }
  const row = (...cells) => {
    const made = document.createElement("tr")
    for (const cell of cells) {
      const td = document.createElement("td")
      td.append(...[cell].flat())
      made.append(td)
    }
    return made
  }
  const actions = (payment) => {
    const at = "payments/" + payment.id + "/"
    switch (payment.status) {
      case "created":
      case "pending":
        return [
          button("Pay", at + "pay", '{"kind":"exact"}'),
          button("Pay too little", at + "pay", '{"kind":"under"}'),
          button("Pay too much", at + "pay", '{"kind":"over"}'),
          button("Confirm by hand", at + "confirm-manual"),
          button("Fail", at + "fail"),
          button("Expire", at + "expire"),
        ]
      case "expired":
        return [
          button("Pay late", at + "pay", '{"kind":"late"}'),
          button("Confirm by hand", at + "confirm-manual"),
        ]
      case "failed":
        return [button("Confirm by hand", at + "confirm-manual")]
      default:
        return []
    }
  }
  const fill = (id, rows) => {
    document.getElementById(id).replaceChildren(
      ...(rows.length > 0 ? rows : [row("Nothing yet.")])
    )
  }
  let shown = ""
  const refresh = async () => {
    const [{ payments }, { deliveries }, faults] = await Promise.all(
      ["payments", "deliveries", "faults"].map((path) => call(path))
    )
    // Only redraw what changed, or a button would lose the keyboard's focus.
    const now = JSON.stringify([payments, deliveries, faults])
    if (now === shown) return
    shown = now
    fill("payments", payments.slice(-100).reverse().map((payment) => row(
      link(payment.external_id, "/pay/" + payment.id),
      payment.original_amount + " " + payment.original_currency,
      payment.status + (payment.is_test ? " (test)" : ""),
      actions(payment)
    )))
    fill("deliveries", deliveries.slice(-100).reverse().map((delivery) => row(
      delivery.payment_id,
      delivery.status,
      delivery.state.replace("_", " "),
      delivery.attempts.slice(-5)
        .map((attempt) => attempt.http_status ?? attempt.error)
        .join(", "),
      button("Send again", "deliveries/" + delivery.id + "/redeliver")
    )))
    document.getElementById("faults").textContent =
      [...faults.webhooks, ...faults.requests]
        .map((fault) => fault.kind + " x" + fault.count)
        .join(", ") || "none"
  }
  for (const fixed of document.querySelectorAll("[data-path]")) {
    fixed.addEventListener("click", () => press(
      fixed.dataset.path, fixed.dataset.method ?? "POST", fixed.dataset.body
    ))
  }
  const keep = async () => {
    try {
      await refresh()
    } catch {
      said.textContent = "The sandbox does not answer."
    }
    setTimeout(keep, 2000)
  }
  void keep()
})()
`
