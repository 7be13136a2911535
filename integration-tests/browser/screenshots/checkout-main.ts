/** Makes the images of the checkout again: `npm run screenshots:checkout`. */
import path from "node:path"
import { startDemo } from "../../demo/start-demo"
import { runMain } from "../../support/command"
import { Progress } from "../../support/progress"
import { checkoutScreenshots } from "./checkout"

const FOLDER = path.resolve(__dirname, "../../../.github/screenshots")

void runMain({}, async () => {
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
