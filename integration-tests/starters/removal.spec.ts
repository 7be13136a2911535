import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import ts from "typescript"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"
import { HOSTED, INLINE } from "../support/shop/open-payment"

const repository = path.resolve(__dirname, "../..")
const archives = path.resolve(process.env.STARTERS_DIR ?? "")
const describeStarters = process.env.STARTERS_DIR ? describe : describe.skip

const LABELS = "src/lib/constants.tsx"

describeStarters("Medusa's starters, once set-up took itself out again", () => {
  let copies: string

  beforeAll(() => {
    copies = fs.mkdtempSync(path.join(os.tmpdir(), "removal-"))
    // Medusa's and TypeScript, with which the command reads the configuration.
    const packages = path.join(repository, "node_modules")
    fs.symlinkSync(packages, path.join(copies, "node_modules"))
  })

  afterAll(() => fs.rmSync(copies, { recursive: true, force: true }))

  describe.each([
    // The storefront's address stays: it is Medusa's own setting.
    [
      "dtc-starter",
      "apps/storefront",
      ["apps/backend/.env.template", "apps/backend/medusa-config.ts"],
    ],
    // Its last line gets the line break that it lacked.
    ["nextjs-starter-medusa", ".", [".env.template"]],
  ])("%s", (name, storefront, edited) => {
    const folder = () => path.join(copies, name)
    let before: Record<string, string>

    beforeAll(async () => {
      const archive = path.join(archives, `${name}.tar.gz`)
      const env = cleanEnvironment()
      await runCommand("tar", ["-xzf", archive], { cwd: copies, env })
      before = readFiles(folder())
      for (const flags of [[], ["--remove", "--out-of-regions"]]) {
        const program = ["-r", "./scripts/typescript.js", "src/setup/bin.ts"]
        const args = [...program, "setup", folder(), "--yes", ...flags]
        await runCommand(process.execPath, args, { cwd: repository, env })
      }
    })

    it("is as it was, but for the labels of past orders", () => {
      const after = readFiles(folder())
      const names = Object.keys({ ...before, ...after })
      const differing = names.filter((file) => before[file] !== after[file])
      const labels = path.join(storefront, LABELS)
      expect(differing.sort()).toEqual([...edited, labels].sort())
    })

    it.each([
      [HOSTED, "Pay with crypto on the hosted page"],
      [INLINE, "Pay with crypto"],
    ])("shows the payment of a past order by %s", (provider_id, title) => {
      const payment = { provider_id, amount: 20, created_at: "2026-11-01" }
      const order = {
        currency_code: "eur",
        payment_collections: [{ payments: [payment] }],
      }
      const sources = path.join(folder(), storefront, "src")
      const { default: PaymentDetails } = loadModule<{
        default: FunctionComponent<{ order: object }>
      }>(sources, "modules/order/components/payment-details")
      const page = renderToStaticMarkup(
        createElement(PaymentDetails, { order })
      )
      expect(page).toContain(`>${title}<`)
      expect(page).toContain("€20.00 paid at")
    })
  })
})

/** The text of each file of a folder, and of its folders, by name. */
function readFiles(folder: string): Record<string, string> {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return Object.fromEntries(
    files.map((file) => [
      path.relative(folder, file),
      fs.readFileSync(file, "utf8"),
    ])
  )
}

/** What a module of a starter exports; its packages are our copies of them. */
function loadModule<Exports>(sources: string, name: string): Exports {
  const file = [".ts", ".tsx", "/index.ts", "/index.tsx"]
    .map((end) => path.join(sources, name + end))
    .find((each) => fs.existsSync(each))
  if (!file) throw new Error(`The starter has no module ${name}.`)
  const { outputText } = ts.transpileModule(fs.readFileSync(file, "utf8"), {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      jsx: ts.JsxEmit.ReactJSX,
      esModuleInterop: true,
    },
  })
  const load = (wanted: string): unknown => {
    const [, alias] = /^@((?:lib|modules)\/.*)/.exec(wanted) ?? []
    if (alias) return loadModule(sources, alias)
    if (!wanted.startsWith(".")) return jest.requireActual(wanted)
    const place = path.join(path.dirname(file), wanted)
    return loadModule(sources, path.relative(sources, place))
  }
  const exported = {}
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the starter's own code
  new Function("require", "exports", outputText)(load, exported)
  return exported as Exports
}
