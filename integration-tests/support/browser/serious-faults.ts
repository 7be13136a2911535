import type { AxeResults } from "axe-core"
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"

/** A dialog that still fades in has other colours; endless motion stays. */
const ENTERED = `Promise.allSettled(
  document
    .getAnimations()
    .filter((animation) => animation.effect.getTiming().iterations !== Infinity)
    .map((animation) => animation.finished)
)`

/**
 * What axe calls serious or critical within a part of a page, in light mode
 * and in dark: the mode, the rule and the element. The bars of Medusa's own
 * dashboard around it are not ours.
 */
export async function seriousFaults(
  page: Page,
  within: string
): Promise<string[]> {
  await loadAxe(page)
  const light = await faults(page, within)
  await page.evaluate(switchMode("light", "dark"))
  const dark = await faults(page, within)
  await page.evaluate(switchMode("dark", "light"))
  return [
    ...light.map((fault) => `light: ${fault}`),
    ...dark.map((fault) => `dark: ${fault}`),
  ]
}

/** The same in the page's present colors. */
export async function seriousFaultsNow(
  page: Page,
  within: string
): Promise<string[]> {
  await loadAxe(page)
  return await faults(page, within)
}

async function loadAxe(page: Page): Promise<void> {
  // What lies under the mouse has colours of its own, Medusa's buttons too.
  await page.mouse.move(0, 0)
  await page.evaluate(ENTERED)
  await page.evaluate(
    await readFile(require.resolve("axe-core/axe.min.js"), "utf8")
  )
}

async function faults(page: Page, within: string): Promise<string[]> {
  const results: AxeResults = await page.evaluate(
    `axe.run(${JSON.stringify(within)})`
  )
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html}`)
  )
}

/** As the dashboard does it; colours that fade from one to the other jump. */
function switchMode(from: string, to: string): string {
  return `
    document.documentElement.classList.replace("${from}", "${to}")
    document.documentElement.style.colorScheme = "${to}"
    for (const animation of document.getAnimations()) animation.cancel()
  `
}
