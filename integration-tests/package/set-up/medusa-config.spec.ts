import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { evaluateConfig } from "../../../src/setup/evaluate-config"
import { removeSetUp, setUp } from "../../../src/setup/set-up"

const packages = path.resolve(__dirname, "../../../node_modules")
const head = `import { defineConfig } from "@medusajs/framework/utils"\n`
const stripe = `export const shared = [{ resolve: "@medusajs/medusa/payment", options: { providers: [{ resolve: "@medusajs/medusa/payment-stripe", id: "stripe", options: { apiKey: process.env.STRIPE_KEY!.trim() } }] } }]\n`
let root: string
let printed = ""

const terminal = {
  print: (text: string) => void (printed += text),
  confirmRun: () => Promise.resolve(true),
  confirm: () => Promise.resolve(true),
  askStorefront: () => Promise.resolve("http://localhost:8000"),
}
const write = (file: string, text: string) =>
  fs.writeFileSync(path.join(root, file), text)
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "medusa-config-"))
  fs.symlinkSync(packages, path.join(root, "node_modules"))
})

afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

it("keeps tabs, line ends and byte order mark, and takes all out again", async () => {
  const manifest = `{\r\n\t"devDependencies": {\r\n\t\t"medusa-payment-crypto-sandbox": "1"\r\n\t}\r\n}\r\n`
  const config = `\uFEFF${head}// resolve: "medusa-payment-crypto"\nconsole.log("noise"), setInterval(() => {}, 1000)\nexport default defineConfig({\n\tadmin: {\n\t\tstorefrontUrl: undefined,\n\t},\n\tplugins: [\n\t\t"@medusajs/draft-order",\n\t],\n})\n`
  write("package.json", manifest)
  write("medusa-config.mts", config.replaceAll("\n", "\r\n"))
  expect(await setUp(root, "^1.2.3", terminal)).toBe("written")
  const text = read("medusa-config.mts")
  expect(text).not.toMatch(/^[^\uFEFF]|[^\r]\n|\n\t* {2}/)
  expect(text).toContain(`draft-order",\r\n\t\t{\r\n\t\t\tresolve: "medusa`)
  expect(await setUp(root, "^1.2.3", terminal)).toBe("nothing_to_do")
  fs.rmSync(path.join(root, ".env.template"))
  expect(await setUp(root, "^1.2.3", terminal)).toBe("written")
  expect(printed).toContain("\n1 file written")
  await removeSetUp(root, terminal, true)
  expect(read("medusa-config.mts")).toBe(config.replaceAll("\n", "\r\n"))
  expect(read("package.json")).toBe(
    `{\r\n\t"devDependencies": {},\r\n\t"dependencies": {}\r\n}\r\n`
  )
})

it("does not lose a store's Stripe in a Payment Module from elsewhere, and ends with 2", () => {
  const config = `${head}import { shared } from "./shared"\nexport default defineConfig({ modules: [...shared] })\n`
  write(".env", "STRIPE_KEY=sk_live\n")
  write("shared.ts", stripe)
  write("package.json", "{}")
  write("medusa-config.ts", config)
  const args = ["-r", "./scripts/typescript.js", "src/setup/bin.ts", "setup"]
  const { status, stdout } = spawnSync("node", [...args, root, "--yes"], {
    cwd: path.dirname(packages),
    encoding: "utf8",
  })
  expect(status).toBe(2)
  expect(read("medusa-config.ts")).toBe(config)
  expect(stdout).toContain(`providers: [\n  { resolve: "medusa-payment`)
  expect(stdout).not.toContain("sk_live")
})

it("without a terminal runs nothing of the project, and says what it would run", () => {
  const config = `require("node:fs").writeFileSync("ran", "")\nmodule.exports = {}\n`
  write("package.json", "{}")
  write("medusa-config.ts", config)
  const args = ["-r", "./scripts/typescript.js", "src/setup/bin.ts", "setup"]
  const options = { cwd: path.dirname(packages), encoding: "utf8" } as const
  const { status, stdout } = spawnSync("node", [...args, root], options)
  expect(status).toBe(0)
  expect(stdout).toContain("this runs:\n  medusa-config.ts\n")
  expect(stdout).toContain("Nothing was run or written.")
  expect(fs.readdirSync(root)).not.toContain("ran")
  spawnSync("node", [...args, root, "--yes"], options)
  expect(fs.readdirSync(root)).toContain("ran")
})

it("ends a configuration that does not end", () => {
  write("medusa-config.ts", "")
  const found = evaluateConfig(root, "medusa-config.ts", "for (;;) {}", 900)
  expect(found.unknown).toBe("it ends, or takes longer than 0.9 s")
})
