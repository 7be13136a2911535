import { readdirSync } from "node:fs"
import path from "node:path"
import ts from "typescript"

import { entries, root } from "./pages"
import { docblock, findAll, parse } from "./source"

const folder = "src/modules/crypto-payment"

/** The tables of the ledger: those of the models, and those that only the migrations make. */
export function describeTables(): string {
  const created = filesOf("migrations").flatMap(createdTables)
  const models = new Map(filesOf("models").flatMap(modelTables))
  const tables = [...new Map([...created, ...models])].sort(([one], [other]) =>
    one < other ? -1 : 1
  )
  for (const [name, text] of tables) {
    if (!text) throw new Error(`The table ${name} has no docblock.`)
  }
  const missing = [...models.keys()].filter(
    (name) => !new Map(created).has(name)
  )
  if (missing.length > 0) throw new Error(`No migration makes ${missing}.`)
  return entries(tables)
}

function filesOf(part: string): ts.SourceFile[] {
  return readdirSync(path.join(root, folder, part))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => parse(`${folder}/${part}/${file}`))
}

/** `model.define("crypto_payment", …)`, with the docblock of its variable. */
function modelTables(file: ts.SourceFile): [string, string][] {
  return findAll(file, ts.isCallExpression)
    .filter(({ expression }) => /^model\s*\.define$/.test(expression.getText()))
    .map((call) => {
      const [name] = call.arguments
      const declared = ts.findAncestor(call, ts.isVariableDeclaration)
      if (!ts.isStringLiteral(name) || !declared) {
        throw new Error(`${file.fileName} defines a table without a name.`)
      }
      return [name.text, docblock(declared).text]
    })
}

/** Each table that a migration creates, with the comment before its statement. */
function createdTables(file: ts.SourceFile): [string, string][] {
  return findAll(file, isText).flatMap((statement) => {
    const [, name] =
      /^.create table if not exists "(\w+)"/.exec(statement.getText()) ?? []
    return name ? [[name, commentBefore(statement)] as [string, string]] : []
  })
}

const isText = (
  node: ts.Node
): node is ts.TemplateExpression | ts.NoSubstitutionTemplateLiteral =>
  ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)

function commentBefore(node: ts.Node): string {
  const text = node.getSourceFile().text
  const [comment] = ts.getLeadingCommentRanges(text, node.pos) ?? []
  return comment
    ? text.slice(comment.pos, comment.end).replace(/^\/\/ /, "")
    : ""
}
