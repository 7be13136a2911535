/**
 * Pictures of the admin for the README: `npm run screenshots`. Each page in
 * light and in dark, and on a narrow screen, as PNG in .github/screenshots.
 */
import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"
import type { BrowserContext } from "playwright-core"
import { startDemo } from "../../demo/start-demo"
import { openChromium } from "../../support/browser/chromium"
import { logInToAdmin } from "../../support/browser/log-in-to-admin"
import { runMain } from "../../support/command"
import { Progress } from "../../support/progress"
import { farFromNow } from "../../support/store/far-from-now"
import { compress } from "./compress"
import { makeSights, type Sights } from "./make-sights"
import { type Shot, shots } from "./shots"

const FOLDER = path.join(__dirname, "../../../.github/screenshots")
const WIDTH = { wide: 1_400, narrow: 390 }

/** What is added to a picture's name, and how it is taken. */
const LOOKS = [
  { look: "light", screen: "wide", colorScheme: "light" },
  { look: "dark", screen: "wide", colorScheme: "dark" },
  { look: "narrow", screen: "narrow", colorScheme: "light" },
] as const

async function takeAll(): Promise<void> {
  const progress = new Progress()
  const demo = await startDemo({
    // What needs a person shall go on needing one.
    reconcileSchedule: farFromNow(),
    tell: progress.begin,
  })
  progress.begin("Taking the images")
  const browser = await openChromium()
  try {
    const sights = await makeSights(demo)
    await logInToAdmin(browser, demo.url, demo.adminUser)
    await mkdir(FOLDER, { recursive: true })
    for (const shot of shots) {
      await take(shot, sights, `${demo.url}/app`, browser)
    }
  } finally {
    progress.begin("Stopping")
    await browser.close()
    await demo.stop()
    progress.end()
  }
}

async function take(
  shot: Shot,
  sights: Sights,
  admin: string,
  browser: BrowserContext
): Promise<void> {
  for (const { look, screen, colorScheme } of LOOKS) {
    const page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    await page.emulateMedia({ colorScheme })
    const height = shot.height[screen]
    await page.setViewportSize({ width: WIDTH[screen], height })
    await page.goto(`${admin}${shot.path(sights)}`)
    await shot.ready(page)
    await page.waitForLoadState("networkidle")
    const picture = await page.screenshot({
      animations: "disabled",
      caret: "hide",
    })
    await page.close()
    const name = `${shot.name}-${look}.png`
    await writeFile(path.join(FOLDER, name), compress(picture))
    process.stderr.write(`${name}\n`)
  }
}

void runMain({}, async () => {
  await takeAll()
  return 0
}).then(() => process.exit())
