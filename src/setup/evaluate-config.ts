import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import path from "node:path"
import type ts from "typescript"

export type TypeScript = typeof ts

export type Evaluated = {
  /** The project's own; every Medusa project has one, once installed. */
  ts: TypeScript | null
  /**
   * The names of what Medusa loads, such as "plugin medusa-payment-crypto",
   * each with a digest of its settings.
   */
  loaded: Record<string, string>
  /** Why that is unknown. */
  unknown?: string
}

/**
 * What Medusa would load in the folder if its configuration's file had this text. A process
 * of its own evaluates it, which prints nothing and returns no setting: some are secrets.
 */
export function evaluateConfig(
  folder: string,
  file: string,
  text: string,
  limitMs = 60_000
): Evaluated {
  const ts = loadTypeScript(folder)
  const nothing = { ts, loaded: {} }
  if (!ts) return { ...nothing, unknown: "TypeScript is not installed" }
  // As in the tsconfig.json of Medusa's starter; types are not checked.
  const compilerOptions = {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2021,
    esModuleInterop: true,
    experimentalDecorators: true,
  }
  const { outputText } = ts.transpileModule(text, { compilerOptions })
  const { output } = spawnSync(
    process.execPath,
    ["-e", PROGRAM, path.join(folder, file), JSON.stringify(compilerOptions)],
    {
      cwd: folder,
      input: outputText,
      encoding: "utf8",
      stdio: ["pipe", "ignore", "ignore", "pipe"],
      timeout: limitMs,
      killSignal: "SIGKILL",
    }
  )
  const unknown = `it ends, or takes longer than ${limitMs / 1000} s`
  return { ...nothing, ...(readAnswer(output?.[3] ?? "") ?? { unknown }) }
}

/** null without one. What the configuration itself wrote there stands in other lines. */
function readAnswer(written: string): Omit<Evaluated, "ts"> | null {
  try {
    const answer: unknown = JSON.parse(written.split("\n").at(-1) ?? "")
    if (typeof answer !== "object" || answer === null) return null
    const loaded = "loaded" in answer ? answer.loaded : null
    if (typeof loaded === "object" && loaded !== null) {
      return { loaded: { ...loaded } }
    }
    const thrown = "thrown" in answer ? String(answer.thrown) : ""
    return { loaded: {}, unknown: describeThrown(thrown) }
  } catch {
    return null
  }
}

/** Names an error, or the missing module: other texts may hold secrets, or codes of a terminal. */
function describeThrown(thrown: string): string {
  if (/^Cannot find module '[\w@./:\\ -]{1,200}'$/.test(thrown)) return thrown
  const name = /^[A-Z][A-Za-z]{0,39}$/.test(thrown) ? thrown : "an error"
  return `it throws ${name}`
}

function loadTypeScript(folder: string): TypeScript | null {
  try {
    const load = createRequire(path.join(folder, "package.json"))
    // Of the project: whatever it is, no type says so.
    return load("typescript") as TypeScript
  } catch {
    return null
  }
}

/**
 * Stands for `require("./medusa-config")` of the command "medusa";
 * the file's code is its standard input.
 */
const PROGRAM = `
const fs = require("node:fs")
const Module = require("node:module")
const [, given, options] = process.argv
const file = fs.realpathSync(given)
const load = Module.createRequire(file)

// What the configuration imports.
for (const ending of [".ts", ".mts", ".cts"]) {
  Module._extensions[ending] = (module, fileName) => {
    const settings = { fileName, compilerOptions: JSON.parse(options) }
    const code = fs.readFileSync(fileName, "utf8")
    module._compile(load("typescript").transpileModule(code, settings).outputText, fileName)
  }
}

let answer
try {
  // As the command does: its environment, and the paths of tsconfig.json.
  const framework = "@medusajs/framework/utils"
  process.env.NODE_ENV ||= "development"
  load(framework).loadEnv("", process.cwd())
  try {
    Module.createRequire(load.resolve(framework))("tsconfig-paths").register({})
  } catch {}
  const config = new Module(file)
  config.paths = Module._nodeModulePaths(process.cwd())
  config._compile(fs.readFileSync(0, "utf8"), file)
  answer = { loaded: list(config.exports.default ?? config.exports) }
} catch (error) {
  answer = { thrown: describe(error) }
}
fs.writeSync(3, "\\n" + JSON.stringify(answer))
process.exit()

function describe(error) {
  try {
    const isMissing = error.code === "MODULE_NOT_FOUND"
    return isMissing ? error.message.split("\\n")[0] : String(error.name)
  } catch {
    return ""
  }
}

function list({ modules = {}, plugins = [], admin = {} }) {
  // Of two entries for a module Medusa keeps the last.
  const entries = Array.isArray(modules)
    ? modules.map((each) => [each.key ?? each.resolve, each])
    : Object.entries(modules)
  const { payment, "@medusajs/medusa/payment": listed, ...others } = Object.fromEntries(entries)
  const { dependencies = [], options, ...rest } = payment ?? listed ?? {}
  const { providers = [], ...settings } = options ?? {}
  const pieces = [
    ...Object.entries(admin).map(([name, each]) => ["admin " + name, each]),
    ...plugins.map((each) => ["plugin " + (each.resolve ?? each), each.options ?? {}]),
    ...Object.entries(others).map(([name, each]) => ["module " + name, each]),
    ["module payment", [rest, settings]],
    ...dependencies.map((each) => ["dependency " + each, each]),
    ...providers.map((each) => ["provider " + each.resolve + " " + each.id, each]),
  ]
  return Object.fromEntries(pieces.map(([name, value]) => [name, digest(value)]))
}

function digest(value) {
  const all = { depth: null, maxArrayLength: null, maxStringLength: null, sorted: true }
  const text = require("node:util").inspect(value, all)
  return require("node:crypto").createHash("sha256").update(text).digest("hex")
}
`
