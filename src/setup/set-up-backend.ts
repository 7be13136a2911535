import { createRequire } from "node:module"
import path from "node:path"

import {
  append,
  appendProperty,
  appendToList,
  findConfig,
  findProperty,
  type TypeScript,
} from "./config-edits"
import { type Change, indent, type ProjectFolder } from "./project-folder"
import * as snippets from "./snippets"

export const PLUGIN = "medusa-payment-crypto"
export const PAYMENT_MODULE = "@medusajs/medusa/payment"
export const DEPENDENCIES = `dependencies: ["cryptoPayment", "query"]`

const DEFAULT_STOREFRONT_URL = "http://localhost:8000"

/** Whether the folder has the configuration of a Medusa server that names no storefront. */
export function lacksStorefrontUrl(folder: ProjectFolder): boolean {
  const [, config] = readConfig(folder) ?? []
  return config !== undefined && !STOREFRONT_URL.test(config)
}

const STOREFRONT_URL = /\bstorefrontUrl\s*:/

/**
 * Adds the plugin, the payment provider, the storefront's address and a sample
 * of the environment to a Medusa server; null when the folder has no
 * configuration of one.
 * @param storefrontUrl null where it is not known: then it is left to the developer
 */
export function setUpBackend(
  folder: ProjectFolder,
  version: string,
  storefrontUrl: string | null
) {
  const found = readConfig(folder)
  if (!found) return null
  const [file, config] = found
  const url = storefrontUrl ?? DEFAULT_STOREFRONT_URL
  const withUrl = (text: string) =>
    text.replaceAll(DEFAULT_STOREFRONT_URL, () => url)
  return [
    ...folder.addDependency(PLUGIN, version),
    ...editConfig(file, config, {
      ts: loadTypeScript(folder),
      isStorefrontKnown: storefrontUrl !== null,
      storefrontLine: withUrl(snippets.CONFIG_STOREFRONT_URL),
    }),
    ...folder.addEnvironment({
      CRYPTO_GATEWAY_URL: snippets.BACKEND_ENV,
      MEDUSA_STOREFRONT_URL: withUrl(snippets.STOREFRONT_ENV),
    }),
  ]
}

/** Name and text of the configuration of a Medusa server, where the folder has one. */
export function readConfig(
  folder: ProjectFolder
): [string, string] | undefined {
  for (const file of ["medusa-config.ts", "medusa-config.js"]) {
    const config = folder.read(file)
    if (config !== null) return [file, config]
  }
  return undefined
}

/** The project's own TypeScript: every Medusa project has one, once installed. */
export function loadTypeScript(folder: ProjectFolder): TypeScript | null {
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
  {
    ts,
    isStorefrontKnown,
    storefrontLine,
  }: {
    ts: TypeScript | null
    isStorefrontKnown: boolean
    storefrontLine: string
  }
): Change[] {
  const manual: Change[] = []
  let after = before
  const apply = (edited: string | null, mismatch: string, snippet: string) => {
    const reason = ts
      ? mismatch
      : "TypeScript is not installed: install the project's packages and run this again"
    if (edited === null) {
      manual.push({ kind: "manual", todo: "add", file, reason, snippet })
    } else after = edited
  }
  const addToList = (name: "plugins" | "modules", entry: string) =>
    apply(
      ts && appendToList(ts, after, name, entry),
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
    apply(
      isStorefrontKnown
        ? ts && addStorefrontUrl(ts, after, storefrontLine)
        : null,
      isStorefrontKnown
        ? "`admin` is not a plain object"
        : "no storefront was found: write its address, for the links that customers get",
      `admin: {\n${indent(storefrontLine, 2)}\n},`
    )
  }
  if (after === before) return manual
  return [{ kind: "write", file, before, after }, ...manual]
}

function hasEntry(text: string, name: string): boolean {
  return new RegExp(`resolve:\\s*["'\`]${name}["'\`]`).test(text)
}

/** The storefront's address in the settings of the admin, which are made when they are missing. */
function addStorefrontUrl(
  ts: TypeScript,
  text: string,
  line: string
): string | null {
  const config = findConfig(ts, text)
  if (!config) return null
  const admin = findProperty(ts, config, "admin")
  if (!admin) {
    return appendProperty(ts, text, config, `admin: {\n${indent(line, 2)}\n},`)
  }
  return ts.isObjectLiteralExpression(admin)
    ? append(text, admin, admin.properties, indent(line, 4))
    : null
}

/** Adds the provider and its dependencies to a configured Payment Module. */
function addProvider(ts: TypeScript, text: string): string | null {
  const modules = findProperty(ts, findConfig(ts, text), "modules")
  if (!modules || !ts.isArrayLiteralExpression(modules)) return null
  const entry = modules.elements.find((element) => {
    const resolve = findProperty(ts, element, "resolve")
    return (
      resolve &&
      ts.isStringLiteralLike(resolve) &&
      resolve.text === PAYMENT_MODULE
    )
  })
  // Merging two lists of dependencies is left to the developer.
  if (findProperty(ts, entry, "dependencies")) return null
  const options = findProperty(ts, entry, "options")
  const list = findProperty(ts, options, "providers")
  if (!options || !list || !ts.isArrayLiteralExpression(list)) return null
  const provider = indent(snippets.CONFIG_PROVIDER, 10)
  const after = append(text, list, list.elements, provider)
  // Before the list, so that its positions in the text still hold.
  const start = options.parent.getStart()
  return `${after.slice(0, start)}${DEPENDENCIES},\n      ${after.slice(start)}`
}
