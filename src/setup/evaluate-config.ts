import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import path from "node:path"
import type ts from "typescript"

export type TypeScript = typeof ts

export type Evaluated = {
  /** The project's own or Medusa's; every Medusa project has one, once installed. */
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
  const { ts, file: compiler, unusable } = loadTypeScript(folder)
  const nothing = { ts, loaded: {} }
  if (!ts) {
    const unknown = unusable
      ? `TypeScript ${unusable} cannot be used for it; TypeScript 5 can`
      : "TypeScript is not installed"
    return { ...nothing, unknown }
  }
  // As in the tsconfig.json of Medusa's starter; types are not checked.
  const compilerOptions = {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2021,
    esModuleInterop: true,
    experimentalDecorators: true,
  }
  const { outputText } = ts.transpileModule(text, { compilerOptions })
  const options = JSON.stringify(compilerOptions)
  const given = [path.join(folder, file), compiler, options]
  const { output } = spawnSync(process.execPath, ["-e", PROGRAM, ...given], {
    cwd: folder,
    input: outputText,
    encoding: "utf8",
    stdio: ["pipe", "ignore", "ignore", "pipe"],
    timeout: limitMs,
    killSignal: "SIGKILL",
  })
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

/**
 * The project's TypeScript, else the one of Medusa's framework. From version 7 on its main export
 * compiles nothing: such a one is unusable.
 */
function loadTypeScript(folder: string): {
  ts: TypeScript | null
  file: string
  /** The version of the one that was found. */
  unusable?: string
} {
  const project = path.join(folder, "package.json")
  const found = [project, resolveFrom(project, "@medusajs/framework/utils")]
    .map((from) => from && resolveFrom(from, "typescript"))
    .filter((file) => file !== null)
  let unusable: string | undefined
  for (const file of found) {
    const ts = loadFrom(file)
    if (isUsable(ts)) return { ts, file }
    unusable ??= ts.version ?? "of this version"
  }
  return { ts: null, file: "", unusable }
}

function loadFrom(file: string): Partial<TypeScript> {
  try {
    // Whatever it is, no type says so.
    return createRequire(file)(file) as Partial<TypeScript>
  } catch {
    return {}
  }
}

function isUsable(ts: Partial<TypeScript>): ts is TypeScript {
  return typeof ts.transpileModule === "function"
}

function resolveFrom(file: string, name: string): string | null {
  try {
    return createRequire(file).resolve(name)
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
const [, given, compiler, options] = process.argv
const file = fs.realpathSync(given)
const load = Module.createRequire(file)

// What the configuration imports.
for (const ending of [".ts", ".mts", ".cts"]) {
  Module._extensions[ending] = (module, fileName) => {
    const settings = { fileName, compilerOptions: JSON.parse(options) }
    const code = fs.readFileSync(fileName, "utf8")
    module._compile(load(compiler).transpileModule(code, settings).outputText, fileName)
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
