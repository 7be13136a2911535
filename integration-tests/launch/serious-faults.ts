import type { AxeResults } from "axe-core"
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"

/**
 * What axe calls serious or critical within a part of a page: the rule and
 * the element. The bars of Medusa's own dashboard around it are not ours.
 */
export async function seriousFaults(
  page: Page,
  within: string
): Promise<string[]> {
  const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8")
  await page.evaluate(axe)
  const results: AxeResults = await page.evaluate(
    `axe.run(${JSON.stringify(within)})`
  )
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
