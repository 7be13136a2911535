import { createRequire } from "node:module"
import path from "node:path"
import type ts from "typescript"

import type { Change, ProjectFolder } from "./project-folder"
import * as snippets from "./snippets"

const PLUGIN = "medusa-payment-crypto"
const PAYMENT_MODULE = "@medusajs/medusa/payment"

/**
 * Adds the plugin, the payment provider and a sample of the environment to a
 * Medusa server; null when the folder has no configuration of one.
 */
export function setUpBackend(
  folder: ProjectFolder,
  version: string
): Change[] | null {
  for (const file of ["medusa-config.ts", "medusa-config.js"]) {
    const config = folder.read(file)
    if (config === null) continue
    return [
      ...folder.addDependency(PLUGIN, version),
      ...editConfig(file, config, loadTypeScript(folder)),
      ...folder.addEnvironment("CRYPTO_GATEWAY_URL", snippets.BACKEND_ENV),
    ]
  }
  return null
}

type TypeScript = typeof ts
type TextEdit = (text: string) => string

/** The project's own TypeScript: every Medusa project has one, once installed. */
function loadTypeScript(folder: ProjectFolder): TypeScript | null {
  try {
    const load = createRequire(path.join(folder.root, "package.json"))
    return load("typescript") as TypeScript
  } catch {
    return null
  }
}

function editConfig(
  file: string,
  before: string,
  ts: TypeScript | null
): Change[] {
  const manual: Change[] = []
  let after = before
  const apply = (
    findEdit: (ts: TypeScript) => TextEdit | null,
    reason: string,
    snippet: string
  ) => {
    const edit = ts && findEdit(ts)
    if (edit) {
      after = edit(after)
    } else {
      manual.push({
        kind: "manual",
        file,
        reason: ts
          ? reason
          : "TypeScript is not installed: install the project's packages and run this again",
        snippet,
      })
    }
  }
  if (!hasEntry(before, PLUGIN)) {
    apply(
      (ts) => addToList(ts, after, "plugins", snippets.CONFIG_PLUGIN),
      "`plugins` is not a plain list",
      `plugins: [\n${snippets.CONFIG_PLUGIN}\n]`
    )
  }
  const hasProvider = before.includes(`${PLUGIN}/providers/crypto`)
  if (!hasProvider && hasEntry(before, PAYMENT_MODULE)) {
    apply(
      (ts) => addProvider(ts, after),
      "the Payment Module is already configured: add the provider to its list, and `dependencies` beside `options`",
      `dependencies: ["cryptoPayment", "query"],\n${snippets.CONFIG_PROVIDER}`
    )
  } else if (!hasProvider) {
    apply(
      (ts) => addToList(ts, after, "modules", snippets.CONFIG_PAYMENT_MODULE),
      "`modules` is not a plain list",
      `modules: [\n${snippets.CONFIG_PAYMENT_MODULE}\n]`
    )
  }
  return after === before
    ? manual
    : [{ kind: "write", file, before, after }, ...manual]
}

function hasEntry(text: string, name: string): boolean {
  return new RegExp(`resolve:\\s*["'\`]${name}["'\`]`).test(text)
}

/** Appends an entry to a list of the configuration; creates the list when it is missing. */
function addToList(
  ts: TypeScript,
  text: string,
  name: string,
  entry: string
): TextEdit | null {
  const config = findConfigObject(ts, text)
  if (!config) return null
  const list = findProperty(ts, config, name)
  if (list) {
    return ts.isArrayLiteralExpression(list)
      ? insertAtEnd(list, indent(entry, 4))
      : null
  }
  // A spread, a shorthand or a method may define the list.
  const isPlain = config.properties.every(
    (property) =>
      ts.isPropertyAssignment(property) &&
      !ts.isComputedPropertyName(property.name)
  )
  if (!isPlain) return null
  return insertAtEnd(config, indent(`${name}: [\n${indent(entry, 2)}\n],`, 2))
}

/** Adds the provider and its dependencies to a configured Payment Module. */
function addProvider(ts: TypeScript, text: string): TextEdit | null {
  const config = findConfigObject(ts, text)
  const modules = config && findProperty(ts, config, "modules")
  if (!modules || !ts.isArrayLiteralExpression(modules)) return null
  for (const entry of modules.elements) {
    if (!ts.isObjectLiteralExpression(entry)) continue
    const resolve = findProperty(ts, entry, "resolve")
    if (!resolve || !ts.isStringLiteralLike(resolve)) continue
    if (resolve.text !== PAYMENT_MODULE) continue
    // Merging two lists of dependencies is left to the developer.
    if (findProperty(ts, entry, "dependencies")) return null
    const options = findProperty(ts, entry, "options")
    if (!options || !ts.isObjectLiteralExpression(options)) return null
    const providers = findProperty(ts, options, "providers")
    if (!providers || !ts.isArrayLiteralExpression(providers)) return null
    const addToProviders = insertAtEnd(
      providers,
      indent(snippets.CONFIG_PROVIDER, 10)
    )
    const start = resolve.getEnd()
    return (before) => {
      const after = addToProviders(before)
      const dependencies = `,\n      dependencies: ["cryptoPayment", "query"]`
      return after.slice(0, start) + dependencies + after.slice(start)
    }
  }
  return null
}

/** The argument of `defineConfig`. */
function findConfigObject(
  ts: TypeScript,
  text: string
): ts.ObjectLiteralExpression | undefined {
  const { Latest } = ts.ScriptTarget
  const source = ts.createSourceFile("medusa-config.ts", text, Latest, true)
  let found: ts.ObjectLiteralExpression | undefined
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      node.expression.getText() === "defineConfig" &&
      node.arguments[0] &&
      ts.isObjectLiteralExpression(node.arguments[0])
    ) {
      found ??= node.arguments[0]
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function findProperty(
  ts: TypeScript,
  object: ts.ObjectLiteralExpression,
  name: string
): ts.Expression | undefined {
  return object.properties
    .filter(ts.isPropertyAssignment)
    .find((property) => property.name.getText().replace(/["']/g, "") === name)
    ?.initializer
}

/** Inserts lines after the last item, before the closing bracket. */
function insertAtEnd(
  node: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression,
  lines: string
): TextEdit {
  const items = "properties" in node ? node.properties : node.elements
  const close = node.getEnd() - 1
  const lastEnd = items.at(-1)?.getEnd()
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
