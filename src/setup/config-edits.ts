import type ts from "typescript"
import { indent } from "./project-folder"

export type TypeScript = typeof ts

/** Appends an entry to a list of the configuration; creates the list when it is missing. */
export function appendToList(
  ts: TypeScript,
  text: string,
  name: string,
  entry: string
): string | null {
  const config = findConfig(ts, text)
  if (!config) return null
  const list = findProperty(ts, config, name)
  if (list) {
    if (!ts.isArrayLiteralExpression(list)) return null
    return append(text, list, list.elements, indent(entry, 4))
  }
  return appendProperty(ts, text, config, `${name}: [\n${indent(entry, 2)}\n],`)
}

/** A new property at the end; null where a spread, a shorthand or a method may define it. */
export function appendProperty(
  ts: TypeScript,
  text: string,
  config: ts.ObjectLiteralExpression,
  property: string
): string | null {
  const isPlain = config.properties.every(
    (each) =>
      ts.isPropertyAssignment(each) && !ts.isComputedPropertyName(each.name)
  )
  return isPlain
    ? append(text, config, config.properties, indent(property, 2))
    : null
}

/** The argument of `defineConfig`. */
export function findConfig(ts: TypeScript, text: string) {
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

export function findProperty(
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
export function append(
  text: string,
  node: ts.Node,
  items: ts.NodeArray<ts.Node>,
  lines: string
): string {
  const close = node.getEnd() - 1
  const end = items.at(-1)?.getEnd() ?? close
  const comma = items.length === 0 || items.hasTrailingComma ? "" : ","
  const rest = text.slice(end, close)
  const head = `${text.slice(0, end)}${comma}${rest}`.trimEnd()
  return `${head}\n${lines}\n${text.slice(close)}`
}

/** Takes an element out of a list, or a property out of an object, with its lines and its comma. */
export function cut(text: string, node: ts.Node): string {
  const [comma = ""] = /^\s*,/.exec(text.slice(node.getEnd())) ?? []
  return (
    text.slice(0, node.getFullStart()) +
    text.slice(node.getEnd() + comma.length)
  )
}
