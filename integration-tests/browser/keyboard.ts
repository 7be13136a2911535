import type { Page } from "playwright-core"

/**
 * Goes on by Tab until the control of that name has the focus, as someone
 * without a mouse does.
 */
export async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press("Tab")
    const reached: string = await page.evaluate(FOCUSED)
    if (reached === name) return
    passed.push(reached)
  }
  throw new Error(`Tab does not reach "${name}", only ${passed.join(", ")}.`)
}

/** Presses the arrow, and waits until the control of that name has the focus. */
export async function arrowDown(page: Page, name: string): Promise<void> {
  await page.keyboard.press("ArrowDown")
  await focusOn(page, name)
}

/** Resolves once the control of that name has the focus. */
export async function focusOn(page: Page, name: string): Promise<void> {
  await page.waitForFunction(`${FOCUSED} === ${JSON.stringify(name)}`)
}

/** The name of what has the focus, as far as names are given here. */
const FOCUSED = `(() => {
  const control = document.activeElement
  const label = control.labels?.[0]?.innerText
  return (control.ariaLabel ?? label ?? control.innerText ?? "").trim()
})()`
