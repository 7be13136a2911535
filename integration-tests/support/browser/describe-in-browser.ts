import { findChromium } from "./chromium"

/**
 * A suite that needs Chromium. Without one its tests count as skipped, and in
 * CI (`CI=true`) the suite fails, so that a skipped suite does not count as passed.
 */
export function describeInBrowser(name: string, suite: () => void): void {
  if (findChromium()) return describe(name, suite)
  if (process.env.CI === "true") {
    return describe(name, () => {
      it("finds a Chromium to run in", () => {
        throw new Error("CI must have Chromium; the browser tests did not run.")
      })
    })
  }
  process.stderr.write(`No Chromium on this machine: "${name}" is skipped.\n`)
  describe.skip(name, suite)
}
