/**
 * Makes the README's pictures of the checkout again:
 *
 *   npm run screenshots:checkout
 */
import path from "node:path"
import { startDemo } from "../../demo/start-demo"
import { checkoutScreenshots } from "./checkout"

const FOLDER = path.resolve(__dirname, "../../../.github/screenshots")

async function main(): Promise<void> {
  const demo = await startDemo({ admin: false })
  try {
    const files = await checkoutScreenshots(demo, FOLDER)
    process.stdout.write(`${files.join("\n")}\n`)
  } finally {
    await demo.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`No pictures: ${String(error)}\n`)
  process.exitCode = 1
})
