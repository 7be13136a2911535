import { createRequire } from "node:module"
import path from "node:path"
import type ts from "typescript"

import {
  type Change,
  indent,
  type ProjectFolder,
  written,
} from "./project-folder"
import { snippets } from "./snippets"

const PLUGIN = "medusa-payment-crypto"
const PAYMENT_MODULE = "@medusajs/medusa/payment"
const DEPENDENCIES = `dependencies: ["cryptoPayment", "query"]`

const DEFAULT_STOREFRONT_URL = "http://localhost:8000"
const NO_TYPESCRIPT =
  "TypeScript is not installed: install the project's packages and run this again"

/** Whether the folder has the configuration of a Medusa server that names no storefront. */
export function lacksStorefrontUrl(folder: ProjectFolder): boolean {
  const [, config] = readConfig(folder) ?? []
  return config !== undefined && !STOREFRONT_URL.test(config)
}

const STOREFRONT_URL = /\bstorefrontUrl\s*:/

/** Adds all of it to a Medusa server; null when the folder is none. An address that is null is left to the developer. */
export function setUpBackend(
  folder: ProjectFolder,
  version: string,
  storefrontUrl: string | null
) {
  const found = readConfig(folder)
  if (!found) return null
  const [file, before] = found
  const ts = loadTypeScript(folder)
  const url = storefrontUrl ?? DEFAULT_STOREFRONT_URL
  const withUrl = (text: string) =>
    text.replaceAll(DEFAULT_STOREFRONT_URL, () => url)
  const manual: Change[] = []
  let after = before
  const apply = (edited: string | null, mismatch: string, snippet: string) => {
    if (edited === null) {
      const reason = ts ? mismatch : NO_TYPESCRIPT
      manual.push({ kind: "manual", todo: "add", file, reason, snippet })
    } else after = edited
  }
  const addToList = (name: "plugins" | "modules", entry: string) =>
    apply(
      ts && appendTo(ts, after, name, "[]", entry),
      `\`${name}\` is not a plain list`,
      `${name}: [\n${entry}\n]`
    )

  if (!hasEntry(before, PLUGIN)) addToList("plugins", snippets.CONFIG_PLUGIN)
  if (!before.includes(`${PLUGIN}/providers/crypto`)) {
    if (hasEntry(before, PAYMENT_MODULE)) {
      apply(
        ts && addProvider(ts, after),
        "the Payment Module is already configured: add the provider to its list, and `dependencies` beside `options`",
        `${DEPENDENCIES},\n${snippets.CONFIG_PROVIDER}`
      )
    } else {
      addToList("modules", snippets.CONFIG_PAYMENT_MODULE)
    }
  }
  if (!STOREFRONT_URL.test(before)) {
    const line = withUrl(snippets.CONFIG_STOREFRONT_URL)
    const isKnown = storefrontUrl !== null
    apply(
      isKnown ? ts && appendTo(ts, after, "admin", "{}", line) : null,
      isKnown
        ? "`admin` is not a plain object"
        : "no storefront was found: write its address, for the links that customers get",
      `admin: {\n${indent(line, 2)}\n},`
    )
  }
  return [
    ...folder.setDependency(PLUGIN, version),
    ...written(file, before, after),
    ...manual,
    ...folder.addEnvironment({
      CRYPTO_GATEWAY_URL: snippets.BACKEND_ENV,
      MEDUSA_STOREFRONT_URL: withUrl(snippets.STOREFRONT_ENV),
    }),
  ]
}

function readConfig(folder: ProjectFolder): [string, string] | undefined {
  for (const file of ["medusa-config.ts", "medusa-config.js"]) {
    const config = folder.read(file)
    if (config !== null) return [file, config]
  }
  return undefined
}

/** The project's own TypeScript: every Medusa project has one, once installed. */
function loadTypeScript(folder: ProjectFolder): TypeScript | null {
  try {
    const load = createRequire(path.join(folder.root, "package.json"))
    return load("typescript") as TypeScript
  } catch {
    return null
  }
}

function hasEntry(text: string, name: string): boolean {
  return new RegExp(`resolve:\\s*["'\`]${name}["'\`]`).test(text)
}

function addProvider(ts: TypeScript, text: string): string | null {
  const modules = findProperty(ts, findConfig(ts, text), "modules")
  const entry = findEntry(ts, modules, PAYMENT_MODULE)
  // Merging two lists of dependencies is left to the developer.
  if (findProperty(ts, entry, "dependencies")) return null
  const options = findProperty(ts, entry, "options")
  const list = findProperty(ts, options, "providers")
  if (!options || !list || !ts.isArrayLiteralExpression(list)) return null
  const provider = indent(snippets.CONFIG_PROVIDER, 10)
  const after = append(text, list, provider)
  // Before the list, so that its positions in the text still hold.
  const start = options.parent.getStart()
  return `${after.slice(0, start)}${DEPENDENCIES},\n      ${after.slice(start)}`
}

/** Takes all but the storefront's address, which is Medusa's, out again; null when the folder is no Medusa server. */
export function removeFromBackend(folder: ProjectFolder): Change[] | null {
  const found = readConfig(folder)
  if (!found) return null
  const [file, before] = found
  const ts = loadTypeScript(folder)
  const after = ts ? withoutPlugin(ts, before) : before
  const changes: Change[] = [
    ...folder.setDependency(PLUGIN, null),
    ...written(file, before, after),
  ]
  if (after.includes(PLUGIN)) {
    const reason = ts ? "it was changed since" : NO_TYPESCRIPT
    const snippet = `${snippets.CONFIG_PLUGIN}\n${snippets.CONFIG_PROVIDER}`
    changes.push({ kind: "manual", todo: "remove", file, reason, snippet })
  }
  return [...changes, ...folder.removeEnvironment(snippets.BACKEND_ENV)]
}

function withoutPlugin(ts: TypeScript, text: string): string {
  for (;;) {
    const node = findLeftover(ts, text)
    if (!node) return text
    text = cut(text, node)
  }
}

/** The next part of the configuration that only the plugin needs. */
function findLeftover(ts: TypeScript, text: string): ts.Node | undefined {
  const config = findConfig(ts, text)
  const [plugins, modules] = ["plugins", "modules"].map((name) =>
    findProperty(ts, config, name)
  )
  const plugin = findEntry(ts, plugins, PLUGIN)
  if (plugin) return isOnly(ts, plugin) ? plugins?.parent : plugin
  const payment = findEntry(ts, modules, PAYMENT_MODULE)
  const options = findProperty(ts, payment, "options")
  const providers = findProperty(ts, options, "providers")
  const provider = findEntry(ts, providers, `${PLUGIN}/providers/crypto`)
  if (provider && payment) {
    if (!isOnly(ts, provider) || !isWritten(payment)) return provider
    return isOnly(ts, payment) ? modules?.parent : payment
  }
  const dependencies = findProperty(ts, payment, "dependencies")?.parent
  return text.includes(`${PLUGIN}/providers`) ||
    dependencies?.getText() !== DEPENDENCIES
    ? undefined
    : dependencies
}

function findEntry(ts: TypeScript, list: ts.Node | undefined, name: string) {
  if (!list || !ts.isArrayLiteralExpression(list)) return undefined
  return list.elements.find((each) => {
    const resolve = findProperty(ts, each, "resolve") ?? each
    return ts.isStringLiteralLike(resolve) && resolve.text === name
  })
}

function isOnly(ts: TypeScript, { parent }: ts.Expression): boolean {
  return ts.isArrayLiteralExpression(parent) && parent.elements.length === 1
}

function isWritten(entry: ts.Node): boolean {
  const plain = (text: string) => text.replace(/[\s,]/g, "")
  return plain(entry.getText()) === plain(snippets.CONFIG_PAYMENT_MODULE)
}

type TypeScript = typeof ts

/** Appends lines to a list or an object of the configuration, which is made when it is missing. */
function appendTo(
  ts: TypeScript,
  text: string,
  name: string,
  [open, close]: "[]" | "{}",
  lines: string
): string | null {
  const config = findConfig(ts, text)
  if (!config) return null
  const value = findProperty(ts, config, name)
  if (!value) {
    // A spread, a shorthand or a method may define it.
    const isPlain = config.properties.every(
      (each) =>
        ts.isPropertyAssignment(each) && !ts.isComputedPropertyName(each.name)
    )
    const property = `${name}: ${open}\n${indent(lines, 2)}\n${close},`
    return isPlain ? append(text, config, indent(property, 2)) : null
  }
  const isFit =
    open === "[" ? ts.isArrayLiteralExpression : ts.isObjectLiteralExpression
  return isFit(value) ? append(text, value, indent(lines, 4)) : null
}

function findConfig(ts: TypeScript, text: string) {
  const find = (node: ts.Node): ts.ObjectLiteralExpression | undefined => {
    if (
      ts.isCallExpression(node) &&
      node.expression.getText() === "defineConfig" &&
      node.arguments[0] &&
      ts.isObjectLiteralExpression(node.arguments[0])
    ) {
      return node.arguments[0]
    }
    return ts.forEachChild(node, find)
  }
  const { Latest } = ts.ScriptTarget
  return find(ts.createSourceFile("medusa-config.ts", text, Latest, true))
}

function findProperty(
  ts: TypeScript,
  object: ts.Expression | undefined,
  name: string
): ts.Expression | undefined {
  if (!object || !ts.isObjectLiteralExpression(object)) return undefined
  return object.properties
    .filter(ts.isPropertyAssignment)
    .find((property) => property.name.getText().replace(/["']/g, "") === name)
    ?.initializer
}

/** Inserts lines after the last item of a list or an object, before its closing bracket. */
function append(
  text: string,
  node: ts.ArrayLiteralExpression | ts.ObjectLiteralExpression,
  lines: string
): string {
  const items = "elements" in node ? node.elements : node.properties
  const close = node.getEnd() - 1
  const end = items.at(-1)?.getEnd() ?? close
  const comma = items.length === 0 || items.hasTrailingComma ? "" : ","
  const rest = text.slice(end, close)
  const head = `${text.slice(0, end)}${comma}${rest}`.trimEnd()
  return `${head}\n${lines}\n${text.slice(close)}`
}

/** Takes an element out of a list, or a property out of an object, with its lines and its comma. */
function cut(text: string, node: ts.Node): string {
  const [comma = ""] = /^\s*,/.exec(text.slice(node.getEnd())) ?? []
  return (
    text.slice(0, node.getFullStart()) +
    text.slice(node.getEnd() + comma.length)
  )
}
