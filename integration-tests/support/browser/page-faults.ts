import type { Page } from "playwright-core"

/**
 * Errors that a page throws or prints to its console from now on, in a list
 * that grows with them.
 */
export function pageFaults(page: Page): string[] {
  const faults: string[] = []
  page.on("pageerror", ({ message }) => faults.push(message))
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text())
  })
  return faults
}
