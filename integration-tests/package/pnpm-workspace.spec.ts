import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { findChromium, openChromium } from "../support/browser/chromium"
import { logInToAdmin } from "../support/browser/log-in-to-admin"
import { pageFaults } from "../support/browser/page-faults"
import { ensureDatabase, freePort } from "../support/postgres"
import { cleanEnvironment } from "../support/clean-environment"
import { getPacked } from "./pack-package"
import { makePnpmWorkspace, pnpmCommand } from "./pnpm-workspace"
import { runCommand } from "../support/run-command"
import { RunningProgram } from "../support/running-program"

const admin = { email: "admin@example.test", password: "secret-word" }

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
    const { plugin, kit } = getPacked()
    pnpm = await pnpmCommand(major, path.join(workFolder, "pnpm"))
    const made = await makePnpmWorkspace(
      workspace,
      { plugin: plugin.tarball, kit: kit.tarball },
      pnpm
    )
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
    const call = /`pnpm (-C apps\/backend exec medusa-payment-crypto setup) /
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
      const port = await freePort()
      const baseUrl = `http://localhost:${port}`
      const list = `${baseUrl}/app/crypto-payments`
      const server = await startBackend(port)
      const browser = await openChromium()
      try {
        await server.answers(`${baseUrl}/health`)
        // In production Medusa gives its cookie to TLS alone; here a proxy's
        // word stands for it.
        await browser.setExtraHTTPHeaders({ "x-forwarded-proto": "https" })
        await logInToAdmin(browser, baseUrl, admin)
        const page = await browser.newPage()
        const faults = pageFaults(page)
        await page.goto(list)
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
        await page.goto(list)
        await page.getByRole("heading", { name: "Krypto-Zahlungen" }).waitFor()
        // Medusa itself is refused nothing that these pages ask for.
        expect(faults).toEqual([])
      } finally {
        await browser.close()
        await server.stop()
      }
    }
  )

  async function startBackend(port: number): Promise<RunningProgram> {
    const { DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
    const databaseUrl = `postgres://${DB_USERNAME}:${DB_PASSWORD}@localhost:${DB_PORT}/pnpm_${major}_workspace`
    await ensureDatabase(databaseUrl)
    const env = cleanEnvironment({
      DATABASE_URL: databaseUrl,
      NODE_ENV: "production",
      JWT_SECRET: "a",
      COOKIE_SECRET: "b",
      CRYPTO_GATEWAY_URL: "http://localhost:9",
      CRYPTO_MERCHANT_ID: "nobody",
      CRYPTO_API_KEY: "none",
      CRYPTO_WEBHOOK_SECRET: "none",
      CRYPTO_CALLBACK_BASE_URL: `http://localhost:${port}`,
    })
    const medusa = path.join(backend, "node_modules/.bin/medusa")
    const here = { cwd: backend, env }
    const { email, password } = admin
    await runCommand(medusa, ["db:migrate"], here)
    await runCommand(medusa, ["user", "-e", email, "-p", password], here)
    await runCommand(medusa, ["build"], here)
    return new RunningProgram(medusa, ["start", "--port", String(port)], {
      cwd: path.join(backend, ".medusa/server"),
      env,
    })
  }
})
