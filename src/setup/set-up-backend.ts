import { createRequire } from "node:module"
import path from "node:path"
import type ts from "typescript"

import type { Change } from "./change"
import type { Folder } from "./folder"
import * as pieces from "./pieces"

const PLUGIN = "medusa-payment-crypto"
const PAYMENT_MODULE = "@medusajs/medusa/payment"
const CONFIGS = ["medusa-config.ts", "medusa-config.js"]

/** True for the folder of a Medusa server. */
export function isBackend(folder: Folder): boolean {
  return CONFIGS.some((file) => folder.read(file) !== null)
}

/** The plugin, its entries in the configuration, and a sample of the environment. */
export function setUpBackend(folder: Folder, version: string): Change[] {
  return [
    ...folder.addDependency(PLUGIN, version),
    ...configure(folder),
    ...folder.addEnvironment(
      ".env.template",
      "CRYPTO_GATEWAY_URL",
      pieces.BACKEND_ENV
    ),
  ]
}

function configure(folder: Folder): Change[] {
  const file = CONFIGS.find((name) => folder.read(name) !== null) ?? CONFIGS[0]
  const before = folder.read(file) ?? ""
  const compiler = compilerOf(folder)
  const changes: Change[] = []
  let after = before
  const apply = (reason: string, piece: string, edit: TextEdit | null) => {
    if (edit) after = edit(after)
    else {
      changes.push({
        kind: "by_hand",
        file,
        reason: compiler ? reason : NO_COMPILER,
        piece,
      })
    }
  }
  if (!hasEntry(before, PLUGIN)) {
    apply(
      "`plugins` is no list of the configuration that can be read",
      `plugins: [\n${pieces.CONFIG_PLUGIN}\n]`,
      compiler && addToList(compiler, after, "plugins", pieces.CONFIG_PLUGIN)
    )
  }
  if (!before.includes(`${PLUGIN}/providers/crypto`)) {
    // A store with other payment providers names the module itself.
    const named = hasEntry(before, PAYMENT_MODULE)
    apply(
      named
        ? "the Payment Module has other providers: add this one to them, and `dependencies` beside `options`"
        : "`modules` is no list of the configuration that can be read",
      named
        ? `dependencies: ["cryptoPayment", "query"],\n${pieces.CONFIG_PROVIDER}`
        : `modules: [\n${pieces.CONFIG_PAYMENT_MODULE}\n]`,
      compiler && named
        ? addProvider(compiler, after)
        : compiler &&
            addToList(compiler, after, "modules", pieces.CONFIG_PAYMENT_MODULE)
    )
  }
  if (after !== before) changes.unshift({ kind: "write", file, before, after })
  return changes
}

const NO_COMPILER =
  "TypeScript, which reads it, is not there (install the project's packages and run this again)"

type Compiler = typeof ts
type TextEdit = (text: string) => string

/** The project's own TypeScript; every Medusa project has one. */
function compilerOf(folder: Folder): Compiler | null {
  try {
    const load = createRequire(path.join(folder.root, "package.json"))
    return load("typescript") as Compiler
  } catch {
    return null
  }
}

function hasEntry(text: string, name: string): boolean {
  return new RegExp(`resolve:\\s*["'\`]${name}["'\`]`).test(text)
}

/** Adds an entry to a list of the configuration, or the list with it. */
function addToList(
  compiler: Compiler,
  text: string,
  name: string,
  entry: string
): TextEdit | null {
  const config = configObject(compiler, text)
  if (!config) return null
  const property = propertyOf(compiler, config, name)
  if (!property) {
    // It may come from a spread, a shorthand or a method all the same.
    const isPlain = config.properties.every(
      (each) =>
        compiler.isPropertyAssignment(each) &&
        !compiler.isComputedPropertyName(each.name)
    )
    if (!isPlain) return null
    const list = `${name}: [\n${indent(entry, 2)}\n],`
    return insertAtEnd(config, indent(list, 2))
  }
  if (!compiler.isArrayLiteralExpression(property)) return null
  return insertAtEnd(property, indent(entry, 4))
}

/** Adds the provider and what it needs to a Payment Module that is there. */
function addProvider(compiler: Compiler, text: string): TextEdit | null {
  const config = configObject(compiler, text)
  const modules = config && propertyOf(compiler, config, "modules")
  if (!modules || !compiler.isArrayLiteralExpression(modules)) return null
  for (const each of modules.elements) {
    if (!compiler.isObjectLiteralExpression(each)) continue
    const resolve = propertyOf(compiler, each, "resolve")
    if (!resolve || !compiler.isStringLiteralLike(resolve)) continue
    if (resolve.text !== PAYMENT_MODULE) continue
    // Its list of dependencies is the store's own; a person joins the two.
    if (propertyOf(compiler, each, "dependencies")) return null
    const options = propertyOf(compiler, each, "options")
    if (!options || !compiler.isObjectLiteralExpression(options)) return null
    const providers = propertyOf(compiler, options, "providers")
    if (!providers || !compiler.isArrayLiteralExpression(providers)) return null
    const add = insertAtEnd(providers, indent(pieces.CONFIG_PROVIDER, 10))
    const start = resolve.getEnd()
    return (before) => {
      const after = add(before)
      const dependencies = `,\n      dependencies: ["cryptoPayment", "query"]`
      return after.slice(0, start) + dependencies + after.slice(start)
    }
  }
  return null
}

/** The object that is given to `defineConfig`. */
function configObject(
  compiler: Compiler,
  text: string
): ts.ObjectLiteralExpression | undefined {
  const tree = compiler.createSourceFile(
    "medusa-config.ts",
    text,
    compiler.ScriptTarget.Latest,
    true
  )
  let found: ts.ObjectLiteralExpression | undefined
  const visit = (node: ts.Node): void => {
    if (
      compiler.isCallExpression(node) &&
      node.expression.getText() === "defineConfig" &&
      node.arguments[0] &&
      compiler.isObjectLiteralExpression(node.arguments[0])
    ) {
      found ??= node.arguments[0]
    }
    compiler.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function propertyOf(
  compiler: Compiler,
  object: ts.ObjectLiteralExpression,
  name: string
): ts.Expression | undefined {
  for (const property of object.properties) {
    if (
      compiler.isPropertyAssignment(property) &&
      property.name.getText().replace(/["']/g, "") === name
    ) {
      return property.initializer
    }
  }
  return undefined
}

/** Before the closing bracket, after what is there. */
function insertAtEnd(
  node: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression,
  lines: string
): TextEdit {
  const items = "properties" in node ? node.properties : node.elements
  const close = node.getEnd() - 1
  const last = items.at(-1)
  const lastEnd = last?.getEnd()
  return (text) => {
    if (lastEnd === undefined) {
      return `${text.slice(0, close).trimEnd()}\n${lines}\n${text.slice(close)}`
    }
    const comma = items.hasTrailingComma ? "" : ","
    const rest = text.slice(lastEnd, close).trimEnd()
    return `${text.slice(0, lastEnd)}${comma}${rest}\n${lines}\n${text.slice(close)}`
  }
}

function indent(lines: string, spaces: number): string {
  return lines.replace(/^(?=.)/gm, " ".repeat(spaces))
}
