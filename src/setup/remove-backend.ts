import type ts from "typescript"

import { cut, findConfig, findProperty, type TypeScript } from "./config-edits"
import type { Change, ProjectFolder } from "./project-folder"
import {
  DEPENDENCIES,
  loadTypeScript,
  PAYMENT_MODULE,
  PLUGIN,
  readConfig,
} from "./set-up-backend"
import * as snippets from "./snippets"

/**
 * Takes plugin, payment provider and the sample of the environment out again; null when the folder
 * has no configuration of a Medusa server. The storefront's address stays: it is Medusa's.
 */
export function removeFromBackend(folder: ProjectFolder): Change[] | null {
  const found = readConfig(folder)
  if (!found) return null
  const [file, before] = found
  const ts = loadTypeScript(folder)
  const after = ts ? withoutPlugin(ts, before) : before
  const changes: Change[] = [...folder.removeDependency(PLUGIN)]
  if (after !== before) changes.push({ kind: "write", file, before, after })
  if (after.includes(PLUGIN)) {
    const reason = ts
      ? "it was changed since"
      : "TypeScript is not installed: install the project's packages and run this again"
    const snippet = `${snippets.CONFIG_PLUGIN}\n${snippets.CONFIG_PROVIDER}`
    changes.push({ kind: "manual", todo: "remove", file, reason, snippet })
  }
  return [...changes, ...folder.removeEnvironment([snippets.BACKEND_ENV])]
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
  const named = (list: ts.Node | undefined, name: string) =>
    list && ts.isArrayLiteralExpression(list)
      ? list.elements.find((each) => {
          const resolve = ts.isStringLiteralLike(each)
            ? each
            : findProperty(ts, each, "resolve")
          return (
            resolve && ts.isStringLiteralLike(resolve) && resolve.text === name
          )
        })
      : undefined
  const plugin = named(plugins, PLUGIN)
  if (plugin) return isOnly(ts, plugins) ? plugins?.parent : plugin
  const payment = named(modules, PAYMENT_MODULE)
  const providers = findProperty(
    ts,
    findProperty(ts, payment, "options"),
    "providers"
  )
  const provider = named(providers, `${PLUGIN}/providers/crypto`)
  if (provider && payment) {
    if (!isOnly(ts, providers) || !isWritten(payment)) return provider
    return isOnly(ts, modules) ? modules?.parent : payment
  }
  const dependencies = findProperty(ts, payment, "dependencies")?.parent
  return text.includes(`${PLUGIN}/providers`) ||
    dependencies?.getText() !== DEPENDENCIES
    ? undefined
    : dependencies
}

function isOnly(ts: TypeScript, list: ts.Node | undefined): boolean {
  return (
    list !== undefined &&
    ts.isArrayLiteralExpression(list) &&
    list.elements.length === 1
  )
}

/** Whether an entry is as set-up wrote it. */
function isWritten(entry: ts.Node): boolean {
  const plain = (text: string) => text.replace(/[\s,]/g, "")
  return plain(entry.getText()) === plain(snippets.CONFIG_PAYMENT_MODULE)
}
