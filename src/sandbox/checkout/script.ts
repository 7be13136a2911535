/**
 * What the page does beyond its forms: the countdown, the copy buttons, and
 * noticing that the payment changed while the page is open.
 */
export const CHECKOUT_SCRIPT = `
(() => {
  const timer = document.querySelector("[role=timer]")
  const endsAt = Date.now() + Number(timer.dataset.seconds) * 1000
  const tick = () => {
    const left = Math.max(0, Math.round((endsAt - Date.now()) / 1000))
    const two = (number) => String(number).padStart(2, "0")
    timer.textContent =
      two(Math.floor(left / 60)) + ":" + two(left % 60)
  }
  tick()
  setInterval(tick, 1000)

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = !navigator.clipboard
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy)
      await navigator.clipboard.writeText(source.textContent)
      const label = button.dataset.label
      button.textContent = "Copied"
      // A screen reader tells the label, not the text.
      button.setAttribute("aria-label", "Copied")
      setTimeout(() => {
        button.textContent = "Copy"
        button.setAttribute("aria-label", label)
      }, 2000)
    })
  }

  const look = async () => {
    try {
      const answer = await fetch(timer.dataset.statusUrl)
      const { status, redirect_url } = await answer.json()
      if (status !== timer.dataset.status) {
        if (redirect_url) location.assign(redirect_url)
        else location.reload()
        return
      }
    } catch {
      // The sandbox is away for a moment; the next look may find it.
    }
    setTimeout(look, 2000)
  }
  setTimeout(look, 2000)
})()
`
