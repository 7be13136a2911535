import ts from "typescript"

import { findAll, parse, sourceFiles } from "./source"

/** Files that hold nothing but errors: each sentence in them is one. */
const errorFiles = /\/(errors|((admin|allowed)-)?actions)\.ts$/

/** What makes an error from a message elsewhere. */
const makers =
  /^(MedusaError|invalidData|notAllowed|changedMeanwhile|notFound|unexpectedState|wrongSetup|reject)$/

/**
 * The messages of the errors that a store's developer, a shopper or an admin can
 * see, as the source writes them; `…` stands for what is filled in.
 */
export function findErrorMessages(): string[] {
  const messages = ["api", "modules", "providers", "workflows"]
    .flatMap((folder) => sourceFiles(`src/${folder}`))
    .flatMap((file) => {
      const parsed = parse(file)
      if (errorFiles.test(file)) {
        return findAll(parsed, ts.isExpression).filter(isOuterText)
      }
      return findAll(parsed, isCall)
        .filter(({ expression }) => makers.test(expression.getText()))
        .flatMap((call) => [...(call.arguments ?? [])])
    })
    .map((node) => textOf(node).trim())
    .filter((text) => / .* /.test(text))
  return [...new Set(messages)].sort()
}

/** The messages that a page lists with cause and remedy, without those that are one word. */
export function listedMessages(markdown: string): string[] {
  return [...markdown.matchAll(/<!-- errors -->([\s\S]*?)<!-- \/errors -->/g)]
    .flatMap(([, list]) => [...list.matchAll(/^- \*\*([\s\S]*?)\*\*\\$/gm)])
    .map(([, message]) => message.replace(/\s+/g, " "))
    .filter((message) => message.includes(" "))
}

function isCall(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return ts.isNewExpression(node) || ts.isCallExpression(node)
}

/** A text that is not a part of a longer one. */
function isOuterText(node: ts.Expression): boolean {
  return textOf(node) !== "" && !ts.isBinaryExpression(node.parent)
}

function textOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map((s) => s.literal.text)]
      .join("…")
      .replace(/\s+/g, " ")
  }
  if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right)
  return ""
}
