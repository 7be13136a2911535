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
  type Todo,
  written,
} from "./project-folder"
import { readPieceFile } from "./snippets"

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

/** A Medusa server's configuration, and what Medusa loads by it. */
export type Server = Evaluated & {
  folder: ProjectFolder
  file: string
  text: string
}

/** null when the folder is no Medusa server */
export function findConfigFile(folder: ProjectFolder): string | null {
  return CONFIG_FILES.find((file) => folder.read(file) !== null) ?? null
}

/** Runs the configuration. null when the folder is no Medusa server */
export function readServer(folder: ProjectFolder): Server | null {
  const file = findConfigFile(folder)
  const text = file === null ? null : folder.read(file)
  if (file === null || text === null) return null
  return readConfig(folder, file, text)
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
  const { folder, text, loaded } = server
  const withUrl = (lines: string) =>
    lines.replace(DEFAULT_STOREFRONT_URL, () => String(storefrontUrl))
  const names: [string, Place][] = [
    [PLUGIN, "plugins"],
    [PROVIDER, has(loaded, "provider") ? "providers" : "modules"],
  ]
  if (storefrontUrl !== null) names.push([STOREFRONT_URL, "admin"])
  const missing = names
    .filter(([name]) => !has(loaded, name))
    .map(([name, place]) => ({ name, place, lines: withUrl(readPiece(place)) }))
  const [crypto, storefront] = readEnvironment()
  return verify(server, {
    todo: "add",
    edit: (ts) =>
      missing.reduce<string | null>(
        (before, piece) => before && addTo(ts, before, piece),
        text
      ),
    isDone: (after) => missing.every(({ name }) => has(after, name)),
    snippet: missing.map(describePiece).join("\n"),
    others: [
      ...folder.setDependencies({ [PACKAGE]: version }),
      ...folder.setEnvironment("add", {
        CRYPTO_GATEWAY_URL: crypto,
        ...(storefrontUrl !== null && {
          MEDUSA_STOREFRONT_URL: withUrl(storefront),
        }),
      }),
    ],
  })
}

/** Takes all but the storefront's address, which is Medusa's, out again. */
export function removeFromBackend(server: Server): Change[] {
  const { folder, text } = server
  return verify(server, {
    todo: "remove",
    edit: (ts) => withoutPlugin(ts, text),
    isDone: (after) => !Object.keys(after).some(isOurs),
    snippet: `${readPiece("plugins")}\n${readPiece("providers")}`,
    others: [
      ...folder.setDependencies({ [PACKAGE]: null, [SANDBOX]: null }),
      ...folder.setEnvironment("remove", {
        CRYPTO_GATEWAY_URL: readEnvironment()[0],
      }),
    ],
  })
}

function has(loaded: Evaluated["loaded"], name: string): boolean {
  return Object.keys(loaded).some((each) => `${each} `.startsWith(`${name} `))
}

const isOurs = (name: string) => OURS.some((each) => has({ [name]: "" }, each))

/** Lines in a list or an object of the configuration. */
type Piece = { place: Place; lines: string }
type Place = "plugins" | "modules" | "providers" | "admin"

/** As the guides show them. */
function readPiece(place: Place): string {
  const piece = new RegExp(`^( *)${place}: .\\n(.*?)\\n\\1.,$`, "ms")
  const config = readPieceFile("medusa-config.ts")
  const [, spaces = "", lines = ""] = piece.exec(config) ?? []
  return lines.replace(new RegExp(`^${spaces}  `, "gm"), "")
}

/** The plugin's variables, and the storefront's address. */
function readEnvironment(): string[] {
  const environment = readPieceFile("server.env").trimEnd()
  return environment.split("\n\n").map((each) => `${each}\n`)
}

function describePiece({ place, lines }: Piece): string {
  const [open, close] = place === "admin" ? "{}" : "[]"
  const beside =
    place === "providers" ? `// The Payment Module's:\n${DEPENDENCIES},\n` : ""
  return `${beside}${place}: ${open}\n${indent(lines, 2)}\n${close},`
}

/**
 * The edited file and the other changes, where Medusa then loads all else as
 * before; otherwise the snippet by hand alone: without its package, a plugin
 * that is left there keeps Medusa from starting.
 */
function verify(
  server: Server,
  work: {
    todo: Todo
    /** null where it cannot */
    edit: (ts: TypeScript) => string | null
    isDone: (after: Evaluated["loaded"]) => boolean
    snippet: string
    others: Change[]
  }
): Change[] {
  const { folder, file, text, ts, loaded } = server
  const edited = ts && work.edit(ts)
  const isSame = edited === null || edited === text
  const after = isSame ? server : readConfig(folder, file, edited)
  const changed = Object.keys(loaded).filter(
    (name) => !isOurs(name) && loaded[name] !== after.loaded[name]
  )
  if (!after.unknown && changed.length === 0 && edited !== null) {
    if (work.isDone(after.loaded)) {
      return [...written(file, text, edited), ...work.others]
    }
  }
  const reason = after.unknown
    ? `Medusa's configuration cannot be read (${after.unknown}): install the project's packages, and see that Medusa starts`
    : changed.length > 0
      ? `Medusa would lose or change ${changed.join(", ")}`
      : "the lists there are computed, or were changed"
  const { todo, snippet } = work
  return [{ kind: "manual", todo, file, reason, snippet }]
}

/**
 * Adds lines to a list or an object of the configuration,
 * which is made when it is missing; null where it cannot.
 */
function addTo(ts: TypeScript, text: string, piece: Piece): string | null {
  const { place, lines } = piece
  if (place === "providers") return addProvider(ts, text, lines)
  const config = findConfig(ts, text)
  if (!config || !ts.isObjectLiteralExpression(config)) return null
  const value = findProperty(ts, config, place)
  if (value) return append(ts, text, value, lines)
  // A shorthand, or a method.
  if (config.properties.some(({ name }) => name?.getText() === place)) {
    return null
  }
  return append(ts, text, config, describePiece(piece))
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

/**
 * The next part of the configuration that only the plugin needs, with a list that would be empty.
 */
function findLeftover(ts: TypeScript, text: string): ts.Node | undefined {
  const isOnly = ({ parent }: ts.Node) =>
    ts.isArrayLiteralExpression(parent) && parent.elements.length === 1
  const plugins = findProperty(ts, findConfig(ts, text), "plugins")
  const payment = findPayment(ts, text)
  const options = findProperty(ts, payment, "options")
  const providers = findProperty(ts, options, "providers")
  const provider = findEntry(ts, providers, RESOLVED_PROVIDER)
  const entry =
    findEntry(ts, plugins, PACKAGE) ??
    (provider && isOnly(provider) ? payment : provider)
  if (entry) return isOnly(entry) ? entry.parent.parent : entry
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

/**
 * Inserts lines after the last item of a list or an object, as the file is indented;
 * null where it is computed.
 */
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
