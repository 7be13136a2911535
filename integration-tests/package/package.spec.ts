import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { gzipSync } from "node:zlib"
import de from "../../src/admin/i18n/json/de.json"
import en from "../../src/admin/i18n/json/en.json"
import es from "../../src/admin/i18n/json/es.json"
import fr from "../../src/admin/i18n/json/fr.json"
import { findChromium } from "../support/browser/chromium"
import { eventually } from "../support/eventually"
import { freePort } from "../support/postgres"
import { cleanEnvironment } from "../support/clean-environment"
import type { StoreDriver } from "../support/store-driver"
import {
  FOREIGN_WIDGET,
  makeApplication,
  typeErrors,
} from "./fresh-application"
import { getPacked } from "./pack-package"
import {
  type PackedStore,
  startPackedStore,
  testDatabaseUrl,
} from "./packed-store"
import { runCommand } from "../support/run-command"
import { sellHosted, visitAdmin } from "./try-store"

// Outside the repository, so that no package of it can be found.
const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "packed-plugin-"))
const application = path.join(workFolder, "application")

jest.setTimeout(15 * 60_000)

const packages = getPacked()

beforeAll(() => makeApplication(application, packages))

afterAll(() => fs.rmSync(workFolder, { recursive: true, force: true }))

const installed = (...parts: string[]) =>
  path.join(application, "node_modules", ...parts)

describe("the installed package", () => {
  const admin = installed("medusa-payment-crypto/.medusa/server/src/admin")

  it("adds at most 56 kB to the admin that a browser loads, in all languages", async () => {
    // Minified, as by Medusa's build of an application.
    const minify = `
      import { readFileSync } from "node:fs"
      import { transformWithEsbuild } from "vite"
      const source = readFileSync(process.argv[1], "utf8")
      const { code } = await transformWithEsbuild(source, "index.mjs", { minify: true })
      console.log(code)`
    const file = path.join(admin, "index.mjs")
    const args = ["--input-type=module", "-e", minify, file]
    const options = { cwd: process.cwd(), env: cleanEnvironment() }
    const code = await runCommand("node", args, options)
    const gzipped = gzipSync(code)
    expect(gzipped.length).toBeGreaterThan(10_000)
    expect(gzipped.length).toBeLessThanOrEqual(56_000)
  })

  it("brings no second copy of Medusa", () => {
    expect(
      fs.existsSync(installed("medusa-payment-crypto/node_modules/@medusajs"))
    ).toBe(false)
  })

  it("has types without an error, for who checks those of packages", async () => {
    expect(await typeErrors(application)).toEqual([])
  })

  it("opens every entry that it promises", async () => {
    const entries = ["gateway", "workflows", "providers/crypto"]
    const program = `
      const names = process.argv.slice(1)
      const open = (name) => Object.keys(require("medusa-payment-crypto/" + name))
      console.log(JSON.stringify(names.map((name) => open(name).length > 0)))
    `
    const output = await runCommand(
      process.execPath,
      ["-e", program, ...entries],
      { cwd: application, env: cleanEnvironment() }
    )
    expect(JSON.parse(output)).toEqual(entries.map(() => true))
  })
})

describe("a fresh store with the package", () => {
  let packed: PackedStore
  let driver: StoreDriver
  let metricsUrl: string

  beforeAll(async () => {
    const metricsPort = String(await freePort())
    metricsUrl = `http://localhost:${metricsPort}/metrics`
    packed = await startPackedStore(
      application,
      testDatabaseUrl("packed_store"),
      { OTEL_EXPORTER_PROMETHEUS_PORT: metricsPort }
    )
    driver = await packed.drive()
  })

  afterAll(() => packed?.stop())

  it.each([de, en, es, fr])(
    "has each language once in its built admin",
    ({ noPage }) => expect(builtFilesWith(noPage)).toHaveLength(1)
  )

  it("sells for crypto: cart, sandbox, webhook, paid order, counted for the store's OpenTelemetry", async () => {
    await sellHosted(driver, "counted@example.test")
    const settled =
      /^crypto_payment_settlements_total\{.*provider_id="pp_crypto_crypto".*\} 1$/m
    const counters = await eventually(
      async () => {
        const answer = await fetch(metricsUrl)
        const text = await answer.text()
        return settled.test(text) ? text : undefined
      },
      { limitMs: 30_000, otherwise: "No settlement was counted." }
    )
    expect(counters).toMatch(
      /^crypto_payment_webhook_answers_total\{.*status="200".*\} \d+$/m
    )
  })

  const browserTest = findChromium() ? it : it.skip
  browserTest(
    "shows how the order was paid beside the widget of another plugin",
    async () => {
      const email = "shown@example.test"
      const orderId = await sellHosted(driver, email)
      await visitAdmin(packed.url, {
        orderId,
        email,
        other: FOREIGN_WIDGET,
      })
    }
  )

  function builtFilesWith(text: string): string[] {
    const assets = path.join(application, ".medusa/server/public/admin/assets")
    return fs
      .readdirSync(assets)
      .filter((file) => file.endsWith(".js"))
      .filter((file) =>
        fs.readFileSync(path.join(assets, file), "utf8").includes(text)
      )
  }
})
