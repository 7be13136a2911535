import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { findChromium } from "../support/browser/chromium"
import { cleanEnvironment } from "../support/clean-environment"
import { makePnpmWorkspace } from "./fresh-application"
import { getPacked } from "./pack-package"
import { startPackedStore, testDatabaseUrl } from "./packed-store"
import { inAdmin } from "./try-store"
import { runCommand } from "../support/run-command"

jest.setTimeout(15 * 60_000)

const inBrowser = findChromium() ? it : it.skip

// What create-medusa-app asks for, and the newest.
describe.each([10, 12])("a workspace of pnpm %i", (major) => {
  let workFolder: string
  let workspace: string
  let backend: string
  let storefront: string
  let pnpm: string

  beforeAll(async () => {
    // Outside the repository, so that no package of it can be found.
    workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "pnpm-workspace-"))
    workspace = path.join(workFolder, "workspace")
    const made = await makePnpmWorkspace(workspace, getPacked(), major)
    pnpm = made.pnpm
    backend = made.backend
    storefront = made.storefront
  })

  afterAll(() => fs.rmSync(workFolder, { recursive: true, force: true }))

  it("has one copy of Medusa, none of it for the storefront with the kit", () => {
    const copies = fs
      .readdirSync(path.join(workspace, "node_modules/.pnpm"))
      .filter((name) => /^@medusajs\+(medusa|framework)@/.test(name))
    expect(copies).toHaveLength(2)
    const own = path.join(storefront, "node_modules")
    expect(fs.readdirSync(own).sort()).toEqual([
      "@medusajs",
      "medusa-payment-crypto-storefront",
      "react",
      "react-dom",
    ])
    expect(fs.readdirSync(path.join(own, "@medusajs"))).toEqual(["js-sdk"])
  })

  it("finds the set-up command from its root, as the README calls it", async () => {
    const readme = fs.readFileSync(
      path.resolve(__dirname, "../../README.md"),
      "utf8"
    )
    const call = /^pnpm (-C apps\/backend exec medusa-payment-crypto setup) /m
    const [, command = ""] = call.exec(readme) ?? []
    const output = await runCommand(pnpm, [...command.split(" "), "--help"], {
      cwd: workspace,
      env: cleanEnvironment(),
    })
    expect(output).toContain("Adds crypto payments to a Medusa server")
  })

  inBrowser(
    "shows the admin of its backend: addresses, the way back and its language",
    async () => {
      const store = await startPackedStore(
        backend,
        testDatabaseUrl(`pnpm_${major}_workspace`)
      )
      const visited = inAdmin(store.url, async (page, app) => {
        await page.goto(`${app}/crypto-payments`)
        await page.getByRole("heading", { name: "Crypto payments" }).waitFor()
        await page.getByRole("searchbox").fill("cart_1")
        await page.waitForURL(/[?&]q=cart_1/)
        await page.getByRole("link", { name: "Setup" }).click()
        await page.waitForURL(/\/app\/settings\/crypto-payments$/)
        await page.getByText("pp_crypto_crypto").first().waitFor()
        await page.goBack()
        await page.waitForURL(/\/app\/crypto-payments/)
        await page.getByRole("searchbox").waitFor()

        await page.addInitScript(
          `document.cookie = "lng=de"; localStorage.setItem("lng", "de")`
        )
        await page.goto(`${app}/crypto-payments`)
        await page.getByRole("heading", { name: "Krypto-Zahlungen" }).waitFor()
      })
      await visited.finally(() => store.stop())
    }
  )
})
