/** Makes the images of the checkout again: `npm run screenshots:checkout`. */
import { createRequire } from "node:module"
import path from "node:path"
import { startDemo } from "../../demo/start-demo"
import { defineCommand, runMain } from "../../support/command"
import { Progress } from "../../support/progress"

/** For what loads Medusa, which takes seconds: not for --help. */
const load = createRequire(__filename)

const FOLDER = path.resolve(__dirname, "../../../.github/screenshots")

const screenshots = defineCommand({
  name: "screenshots:checkout",
  about: "Takes the documentation's images of the checkout, in the demo.",
  options: {},
  results:
    "Writes checkout-*.png in .github/screenshots and prints their names.",
  choose: () => ({}),
})

void runMain(screenshots, async () => {
  const { checkoutScreenshots } = load(
    "./checkout"
  ) as typeof import("./checkout")
  const progress = new Progress()
  const demo = await startDemo({ admin: false, tell: progress.begin })
  try {
    progress.begin("Taking the images")
    const files = await checkoutScreenshots(demo, FOLDER)
    process.stdout.write(`${files.join("\n")}\n`)
  } finally {
    progress.begin("Stopping")
    await demo.stop()
    progress.end()
  }
  return 0
})
