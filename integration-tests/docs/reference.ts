import { readdirSync } from "node:fs"
import path from "node:path"
import ts from "typescript"
import { z } from "zod"
import { permissions } from "../../src/api/admin/crypto-payments/guarded-route"
import * as validators from "../../src/api/admin/crypto-payments/validators"
import { merchantOptionsSchema } from "../../src/modules/crypto-payment/merchants/options"
import { EXPORT_COLUMNS } from "../../src/workflows/export-columns"
import { readPage, root } from "./pages"

const MERCHANTS = "src/modules/crypto-payment/merchants/options.ts"
const OUTBOX = "src/modules/crypto-payment/outbox/outbox.ts"
const ADMIN_ROUTES = "src/api/admin/crypto-payments"

/** Groups of options, by the first of each. */
const GROUPS = new Map([
  ["`baseUrl`", "Gateway"],
  ["`testMode`", "Checkout"],
  ["`lateWindowDays`", "Orders"],
  ["`notify`", "Notices"],
])

/** Each generated part of the documentation, by name, as the source has it. */
export function makeReference(): Record<string, string> {
  const about = docblocksOfFields(MERCHANTS, "merchantOptionsSchema")
  const options = schemaOf(merchantOptionsSchema)
  const { notify } = options.properties ?? {}
  return {
    options: table(
      ["option", "type", "default", "meaning"],
      [
        ...fieldRows(options, about),
        ...fieldRows(notify, about, "notify."),
      ].flatMap((row) => {
        const group = GROUPS.get(row[0])
        return group ? [[`**${group}**`, "", "", ""], row] : [row]
      })
    ),
    events: describeEvents(),
    "export-columns": table(
      ["column", "meaning"],
      EXPORT_COLUMNS.map(({ name, about }) => [`\`${name}\``, about])
    ),
    "http-admin": describeRoutes("admin"),
    "http-store": describeRoutes("store"),
    "http-hooks": describeRoutes("hooks"),
  }
}

/** A Markdown table; `|` and line breaks in cells are escaped. */
function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replace(/\s*\n\s*/g, " ").replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")
}

/** JSON Schema, as far as options and inputs need it. */
type Schema = {
  type?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxItems?: number
}

function schemaOf(schema: z.ZodType): Schema {
  const settings = { io: "input", unrepresentable: "any" } as const
  return z.toJSONSchema(schema, settings) as Schema
}

/** Name, type, default and meaning of each field. */
function fieldRows(
  { properties = {}, required = [] }: Schema,
  meanings: Map<string, string>,
  prefix = ""
): string[][] {
  return Object.entries(properties).map(([name, schema]) => [
    `\`${prefix}${name}\``,
    typeOf(schema),
    required.includes(name)
      ? "required"
      : (JSON.stringify(schema.default)?.replace(/.+/, "`$&`") ?? ""),
    meanings.get(name) ?? "",
  ])
}

function typeOf(schema: Schema): string {
  const { type = "any", items, anyOf, minimum, maximum, maxItems } = schema
  if (schema.enum) return schema.enum.map((each) => `\`${each}\``).join(", ")
  if (items) {
    return `list of ${typeOf(items)}s${maxItems ? `, at most ${maxItems}` : ""}`
  }
  if (anyOf) {
    const [one, other] = anyOf
    return other.items
      ? `${typeOf(one)}; or a list`
      : `${typeOf(one)} or ${typeOf(other)}`
  }
  return minimum === undefined ? type : `${type}, ${minimum} to ${maximum}`
}

/**
 * The docblocks of the fields of a zod object, also of what it takes over from others of its file.
 */
function docblocksOfFields(file: string, name: string): Map<string, string> {
  const declared = variable(parse(file), name)
  const others = findAll(declared, ts.isIdentifier).filter(
    ({ parent }) =>
      ts.isSpreadAssignment(parent) ||
      (ts.isCallExpression(parent) &&
        parent.expression.getText().endsWith(".strictObject"))
  )
  const fields = [
    ...findAll(declared, ts.isPropertyAssignment),
    ...findAll(declared, ts.isShorthandPropertyAssignment),
  ].filter((field) => docblock(field))
  return new Map([
    ...others.flatMap(({ text }) => [...docblocksOfFields(file, text)]),
    ...fields.map((field) => [field.name.getText(), docblock(field)] as const),
  ])
}

function describeEvents(): string {
  const file = parse(OUTBOX)
  const types = findAll(file, ts.isTypeAliasDeclaration)
  return findAll(variable(file, "cryptoPaymentEvents"), ts.isPropertyAssignment)
    .map((property) => {
      const [, when, typeName] =
        /^(.*): `(\w+)`\.$/.exec(docblock(property)) ?? []
      const type = types.find(({ name }) => name.text === typeName)
      if (!type) throw new Error(`${property.getText()} names no type.`)
      const data = findAll(type, ts.isPropertySignature)
        .filter(({ parent }) => parent.parent.parent === type)
        .map((field) => `\`${field.name.getText()}\``)
      const name = property.initializer.getText().replaceAll('"', "")
      return `- **\`${name}\`**\\\n  ${when}. Data: ${data.join(", ")}.\\\n  ${docblock(type)}`
    })
    .join("\n")
}

/** The routes below one folder of `src/api`, each under a heading. */
function describeRoutes(folder: string): string {
  const files = readdirSync(path.join(root, "src/api", folder), {
    recursive: true,
    encoding: "utf8",
  })
  return files
    .filter((file) => file.endsWith("route.ts"))
    .flatMap((file) => {
      const route = `/${folder}/${path.dirname(file)}`.replace(
        /\[(\w+)\]/g,
        ":$1"
      )
      return handlersOf(parse(`src/api/${folder}/${file}`)).flatMap(
        (handler) => {
          const method = handler.name?.getText() ?? ""
          return describedIn(route, handler).map(([route, described]) => {
            const heading = `### ${method} ${route}`
            const [about, fields = ""] = inputOf(described)
            const text = wrap(`${docblock(described)} ${about}`)
            return { route, text: `${heading}\n\n${text}\n${fields}` }
          })
        }
      )
    })
    .sort((one, other) => (one.route < other.route ? -1 : 1))
    .map(({ text }) => text)
    .join("\n\n")
}

/** A handler is a function, or what a function of ours makes. */
function handlersOf(file: ts.SourceFile) {
  return [
    ...findAll(file, ts.isFunctionDeclaration),
    ...findAll(file, ts.isVariableDeclaration),
  ].filter(({ name }) => /^(GET|POST|DELETE)$/.test(name?.getText() ?? ""))
}

/** A route of actions has a docblock and a path for each. */
function describedIn(route: string, handler: ts.Node): [string, ts.Node][] {
  if (!route.endsWith("/:action")) return [[route, handler]]
  const [actions] = findAll(handler, ts.isObjectLiteralExpression)
  return actions.properties.map((action) => [
    route.replace(":action", action.name?.getText().replace(/"/g, "") ?? ""),
    action,
  ])
}

/** Lines of at most 120 characters, none of which ends within code. */
function wrap(text: string): string {
  return text
    .replace(/`[^`]*`/g, (code) => code.replaceAll(" ", "\0"))
    .replace(/(.{1,120})(?:\s|$)/g, "$1\n")
    .replaceAll("\0", " ")
}

/** What is said of permission, and of query or body; its fields as a table. */
type Input = [about: string, fields?: string]

/** By the guard of a handler; nothing for one that has none. */
function inputOf(handler: ts.Node): Input {
  const [call] = findAll(handler, ts.isCallExpression)
  if (call?.expression.getText() !== "guarded") return [""]
  const [guard] = call.arguments
  const named = new Map(
    findAll(guard, ts.isPropertyAssignment).map(({ name, initializer }) => [
      name.getText(),
      initializer.getText(),
    ])
  )
  const policies = Object.entries(permissions).find(
    ([name]) => named.get("policies") === `permissions.${name}`
  )?.[1]
  if (!policies) throw new Error(`${call.getText()} names no permission.`)
  const texts = policies.map(
    ({ resource, operation }) => `\`${resource}:${operation}\``
  )
  const body = named.get("body")
  return describeInput(
    `Permission: ${texts.join(", ")}.`,
    body ? "Body" : "Query",
    body ?? named.get("query")
  )
}

/** What the page says once, above the routes. */
const SAID_ABOVE = ["`fields`", "`limit`", "`offset`", "`shown`"]

function describeInput(about: string, place: string, name?: string): Input {
  if (!name) return [about]
  const validator: unknown = Reflect.get(validators, name)
  if (!(validator instanceof z.ZodType)) throw new Error(`no validator ${name}`)
  if (validator === validators.AdminFilterCryptoPayments) {
    return [`${about} ${place}: the filters of the list, from \`q\` on.`]
  }
  const meanings = docblocksOfFields(`${ADMIN_ROUTES}/validators.ts`, name)
  const rows = fieldRows(schemaOf(validator), meanings).filter(
    ([field]) => !SAID_ABOVE.includes(field)
  )
  if (rows.length === 0) return [about]
  if (rows.length === 1) {
    const [[field, type]] = rows
    return [`${about} ${place}: ${field} (${type}).`]
  }
  const head = ["field", "type", "default", "meaning"]
  return [`${about} ${place}:`, table(head, rows)]
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readPage(file), ts.ScriptTarget.ES2022, true)
}

/** All nodes of one kind, in the order of the text. */
function findAll<Node extends ts.Node>(
  within: ts.Node,
  is: (node: ts.Node) => node is Node
): Node[] {
  const found: Node[] = []
  const visit = (node: ts.Node) => {
    if (is(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(within)
  return found
}

/** The docblock of a declaration as one line, without its tags. */
function docblock(node: ts.Node): string {
  const block = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)
  const text = ts.getTextOfJSDocComment(block?.comment) ?? ""
  return text.replace(/\s+/g, " ").trim()
}

function variable(file: ts.SourceFile, name: string): ts.VariableDeclaration {
  const found = findAll(file, ts.isVariableDeclaration).find(
    (each) => each.name.getText() === name
  )
  if (!found) throw new Error(`${file.fileName} has no ${name}.`)
  return found
}
