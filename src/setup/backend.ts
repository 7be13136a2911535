import type ts from "typescript"

import {
  type Evaluated,
  evaluateConfig,
  type TypeScript,
} from "./evaluate-config"
import {
  type Change,
  indent,
  type ProjectFolder,
  written,
} from "./project-folder"
import { snippets } from "./snippets"

const PACKAGE = "medusa-payment-crypto"
const SANDBOX = "medusa-payment-crypto-sandbox"
const RESOLVED_PROVIDER = "medusa-payment-crypto/providers/crypto"
const PAYMENT_MODULE = "@medusajs/medusa/payment"
const DEPENDENCIES = `dependencies: ["cryptoPayment", "query"]`
const DEFAULT_STOREFRONT_URL = "http://localhost:8000"

// Names of what Medusa has loaded.
const PLUGIN = `plugin ${PACKAGE}`
const PROVIDER = `provider ${RESOLVED_PROVIDER}`
const STOREFRONT_URL = "admin storefrontUrl"
const OURS = [PLUGIN, PROVIDER, "dependency cryptoPayment", "dependency query"]

/** Of two, Medusa takes the first. */
const CONFIG_FILES = ["js", "ts", "mts"].map((type) => `medusa-config.${type}`)

/** A Medusa server's configuration, and what Medusa loads by it, unless that is unknown. */
export type Server = {
  folder: ProjectFolder
  file: string
  text: string
} & Evaluated

/** null when the folder is no Medusa server */
export function readServer(folder: ProjectFolder): Server | null {
  for (const file of CONFIG_FILES) {
    const text = folder.read(file)
    if (text !== null) return readConfig(folder, file, text)
  }
  return null
}

/** The server as it would be with this text. */
function readConfig(folder: ProjectFolder, file: string, text: string): Server {
  return { folder, file, text, ...evaluateConfig(folder.root, file, text) }
}

/** Whether the server is known to name no storefront. */
export function lacksStorefrontUrl({ loaded, unknown }: Server): boolean {
  return !unknown && !(STOREFRONT_URL in loaded)
}

/** Adds all of it to a Medusa server; an address that is null is left out. */
export function setUpBackend(
  server: Server,
  version: string,
  storefrontUrl: string | null
): Change[] {
  const { folder, text, ts, loaded } = server
  const withUrl = (lines: string) =>
    lines.replace(DEFAULT_STOREFRONT_URL, () => String(storefrontUrl))
  const line = withUrl(snippets.CONFIG_STOREFRONT_URL)
  const isConfigured =
    has(loaded, "provider") || (ts && findPayment(ts, text) !== undefined)
  const pieces: Piece[] = [
    [PLUGIN, "plugins", snippets.CONFIG_PLUGIN],
    isConfigured
      ? [PROVIDER, "providers", snippets.CONFIG_PROVIDER]
      : [PROVIDER, "modules", snippets.CONFIG_PAYMENT_MODULE],
    [STOREFRONT_URL, "admin", line],
  ]
  const missing = pieces.filter(
    ([name]) =>
      !has(loaded, name) && (name !== STOREFRONT_URL || storefrontUrl !== null)
  )
  const edited = missing.reduce<string | null>(
    (before, [, place, lines]) =>
      before && ts && addTo(ts, before, place, lines),
    text
  )
  const names = [...Object.keys(loaded), ...missing.map(([name]) => name)]
  return [
    ...folder.setDependencies({ [PACKAGE]: version }),
    ...verify(server, edited, names, {
      todo: "add",
      snippet: missing.map(describePiece).join("\n"),
    }),
    ...folder.addEnvironment({
      CRYPTO_GATEWAY_URL: snippets.BACKEND_ENV,
      ...(storefrontUrl !== null && {
        MEDUSA_STOREFRONT_URL: withUrl(snippets.STOREFRONT_ENV),
      }),
    }),
  ]
}

/** What Medusa loads by this name, and the lines of it in the list or object. */
type Piece = [name: string, place: Place, lines: string]
type Place = "plugins" | "modules" | "providers" | "admin"

function describePiece([, place, lines]: Piece): string {
  const [open, close] = place === "admin" ? "{}" : "[]"
  const beside =
    place === "providers" ? `// The Payment Module's:\n${DEPENDENCIES},\n` : ""
  return `${beside}${place}: ${open}\n${indent(lines, 2)}\n${close},`
}

/** Takes all but the storefront's address, which is Medusa's, out again. */
export function removeFromBackend(server: Server): Change[] {
  const { folder, text, ts, loaded } = server
  const others = Object.keys(loaded).filter((name) => !isOurs(name))
  return [
    ...folder.setDependencies({ [PACKAGE]: null, [SANDBOX]: null }),
    ...verify(server, ts && withoutPlugin(ts, text), others, {
      todo: "remove",
      snippet: `${snippets.CONFIG_PLUGIN}\n${snippets.CONFIG_PROVIDER}`,
    }),
    ...folder.removeEnvironment(snippets.BACKEND_ENV),
  ]
}

const isOurs = (name: string) => OURS.some((each) => has({ [name]: "" }, each))

function has(loaded: Evaluated["loaded"], name: string): boolean {
  return Object.keys(loaded).some((each) => `${each} `.startsWith(`${name} `))
}

/** The edited file, if Medusa then loads the names, and what it loaded before as it did; else the piece by hand. */
function verify(
  server: Server,
  edited: string | null,
  names: readonly string[],
  piece: { todo: "add" | "remove"; snippet: string }
): Change[] {
  const { folder, file, text, loaded } = server
  const isSame = edited === null || edited === text
  const after = isSame ? server : readConfig(folder, file, edited)
  const changed = names.filter(
    (name) => name in loaded && loaded[name] !== after.loaded[name]
  )
  const isDone =
    names.every((name) => has(after.loaded, name)) &&
    (piece.todo === "add" || !Object.keys(after.loaded).some(isOurs))
  const unknown = server.unknown ?? after.unknown
  if (!unknown && edited !== null && isDone && changed.length === 0) {
    return written(file, text, edited)
  }
  const reason = unknown
    ? `Medusa's configuration cannot be read (${unknown}): install the project's packages, see that Medusa starts, and run this again`
    : changed.length > 0
      ? `Medusa would lose or change ${changed.join(", ")}`
      : "the lists there are computed, or were changed"
  return [{ kind: "manual", file, reason, ...piece }]
}

/** Adds lines to a list or an object of the configuration, which is made when it is missing; null where it cannot. */
function addTo(
  ts: TypeScript,
  text: string,
  place: Place,
  lines: string
): string | null {
  if (place === "providers") return addProvider(ts, text, lines)
  const config = findConfig(ts, text)
  if (!config || !ts.isObjectLiteralExpression(config)) return null
  const value = findProperty(ts, config, place)
  if (value) return append(ts, text, value, lines)
  // A shorthand, or a method.
  if (config.properties.some(({ name }) => name?.getText() === place)) {
    return null
  }
  return append(ts, text, config, describePiece(["", place, lines]))
}

function addProvider(
  ts: TypeScript,
  text: string,
  lines: string
): string | null {
  const entry = findPayment(ts, text)
  const list = findProperty(ts, findProperty(ts, entry, "options"), "providers")
  // Merging two lists of dependencies is left to the developer.
  if (!entry || !list || findProperty(ts, entry, "dependencies")) return null
  // Behind the list, so that its positions in the text still hold.
  const after = append(ts, text, entry, `${DEPENDENCIES},`)
  return after && append(ts, after, list, lines)
}

function findPayment(ts: TypeScript, text: string) {
  const modules = findProperty(ts, findConfig(ts, text), "modules")
  return findEntry(ts, modules, PAYMENT_MODULE)
}

function withoutPlugin(ts: TypeScript, text: string): string {
  const node = findLeftover(ts, text)
  if (!node) return text
  // With its lines and its comma.
  const [comma = ""] = /^\s*,/.exec(text.slice(node.getEnd())) ?? []
  const rest = text.slice(node.getEnd() + comma.length)
  return withoutPlugin(ts, text.slice(0, node.getFullStart()) + rest)
}

/** The next part of the configuration that only the plugin needs. */
function findLeftover(ts: TypeScript, text: string): ts.Node | undefined {
  const plugins = findProperty(ts, findConfig(ts, text), "plugins")
  const plugin = findEntry(ts, plugins, PACKAGE)
  if (plugin) return isOnly(ts, plugin) ? plugins?.parent : plugin
  const payment = findPayment(ts, text)
  const options = findProperty(ts, payment, "options")
  const providers = findProperty(ts, options, "providers")
  const provider = findEntry(ts, providers, RESOLVED_PROVIDER)
  if (provider && payment) {
    if (!isOnly(ts, provider) || !isWritten(payment)) return provider
    return isOnly(ts, payment) ? payment.parent.parent : payment
  }
  const dependencies = findProperty(ts, payment, "dependencies")?.parent
  return dependencies?.getText() === DEPENDENCIES ? dependencies : undefined
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

function findConfig(ts: TypeScript, text: string) {
  const find = (node: ts.Node): ts.Expression | undefined =>
    ts.isCallExpression(node) && node.expression.getText() === "defineConfig"
      ? node.arguments[0]
      : ts.forEachChild(node, find)
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

/** Inserts lines after the last item of a list or an object, as the file is indented; null where it is computed. */
function append(
  ts: TypeScript,
  text: string,
  node: ts.Expression,
  lines: string
): string | null {
  const isList = ts.isArrayLiteralExpression(node)
  if (!isList && !ts.isObjectLiteralExpression(node)) return null
  const items = isList ? node.elements : node.properties
  const close = node.getEnd() - 1
  const last = items.at(-1)
  const end = last?.getEnd() ?? close
  const comma = !last || items.hasTrailingComma ? "" : ","
  const head = `${text.slice(0, end)}${comma}${text.slice(end, close)}`
  const lineBefore = (item: ts.Node) =>
    text.slice(text.lastIndexOf("\n", item.getStart() - 1) + 1, item.getStart())
  const [unit = "  "] = /^(\t| {2,})(?=\w)/m.exec(text) ?? []
  const [outer = ""] = /^[\t ]*/.exec(lineBefore(node)) ?? []
  const line = last && lineBefore(last)
  const inner = line === undefined || /\S/.test(line) ? outer + unit : line
  const added = lines.replace(
    /^(?: {2})*(?=\S)/gm,
    (steps) => inner + unit.repeat(steps.length / 2)
  )
  return `${head.trimEnd()}\n${added}\n${outer}${text.slice(close)}`
}
