import ts from "typescript"
import { z } from "zod"

import { adminCryptoPaymentsMiddlewares } from "../../src/api/admin/crypto-payments/middlewares"
import * as validators from "../../src/api/admin/crypto-payments/validators"
import { ATTENTION_REASONS } from "../../src/modules/crypto-payment/attempts/states"
import { table, withBounds } from "./pages"
import { docblock, findAll, parse, sourceFiles } from "./source"

type Surface = "admin" | "store" | "hooks"

/** JSON Schema, as far as the routes need it. */
type Schema = {
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  [key: string]: unknown
}

/** A route, with the names of its validators. */
type Route = {
  surface: Surface
  method: string
  path: string
  summary: string
  body?: string
  query?: string
  policies?: string[]
}

const adminFolder = "src/api/admin/crypto-payments"

/** The routes of one surface, as a list for a page. */
export function describeRoutes(surface: Surface): string {
  return findRoutes()
    .filter((route) => route.surface === surface)
    .map((route) => {
      const inputs = [
        ...inputTable("Query", route.query),
        ...inputTable("Body", route.body),
      ]
      return [
        `### ${route.method} ${route.path.replace(/\{(\w+)\}/g, ":$1")}`,
        route.summary,
        ...(route.policies?.length
          ? [`Permission: \`${route.policies.join("`, `")}\`.`]
          : []),
        ...inputs,
      ].join("\n\n")
    })
    .join("\n\n")
}

function findRoutes(): Route[] {
  const checked = readMiddlewares()
  return sourceFiles("src/api")
    .filter((file) => file.endsWith("/route.ts"))
    .flatMap((file) =>
      findAll(parse(file), isDeclaration)
        .filter(({ name }) => /^(GET|POST|DELETE)$/.test(name?.getText() ?? ""))
        .flatMap((handler) => {
          const method = String(handler.name?.getText())
          const path = file
            .replace(/^src\/api|\/route\.ts$/g, "")
            .replace(/\[(\w+)\]/g, "{$1}")
          return describedIn(path, handler).map(([path, described]) => ({
            surface: path.split("/")[1] as Surface,
            method,
            path,
            summary: docblock(described).text,
            ...checked.get(`${method} ${path}`),
          }))
        })
    )
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** A route of actions has a docblock and a path for each. */
function describedIn(
  path: string,
  handler: ts.FunctionDeclaration | ts.VariableDeclaration
): [string, ts.Node][] {
  if (!path.endsWith("/{action}")) return [[path, handler]]
  const [table] = findAll(handler, ts.isObjectLiteralExpression)
  return table.properties.map((action) => [
    path.replace("{action}", action.name?.getText().replace(/"/g, "") ?? ""),
    action,
  ])
}

/** A route is a function, or what a function of ours makes. */
function isDeclaration(
  node: ts.Node
): node is ts.FunctionDeclaration | ts.VariableDeclaration {
  return ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)
}

/** Validators, by their names, and permission of each route with middlewares. */
function readMiddlewares() {
  const calls = findAll(
    parse(`${adminFolder}/middlewares.ts`),
    ts.isCallExpression
  ).filter(({ expression }) => /^(read|action)$/.test(expression.getText()))
  return new Map<string, Pick<Route, "body" | "query" | "policies">>(
    adminCryptoPaymentsMiddlewares.map(({ matcher, methods, policies }, at) => {
      const [method] = methods ?? []
      const [path, ...given] = calls[at].arguments.map((each) => each.getText())
      if (!String(matcher).endsWith(path.slice(1, -1))) {
        throw new Error(`${calls[at].getText()} is not the one of ${matcher}.`)
      }
      const [query] = given.flatMap((text) =>
        text === "selectFields"
          ? "AdminGetCryptoPaymentParams"
          : (/validateAndTransformQuery\(\s*(\w+)/.exec(text)?.[1] ?? [])
      )
      return [
        `${method} ${String(matcher).replace(/:(\w+)/g, "{$1}")}`,
        {
          body: method === "POST" ? given[0] : undefined,
          query,
          policies: [policies ?? []]
            .flat()
            .map(({ resource, operation }) => `${resource}:${operation}`),
        },
      ] as const
    })
  )
}

function inputSchema(name: string): Schema {
  const validator: unknown = Reflect.get(validators, name)
  if (!(validator instanceof z.ZodType)) throw new Error(`no validator ${name}`)
  const schema = z.toJSONSchema(validator, {
    io: "input",
    unrepresentable: "any",
  }) as Schema
  const documented = descriptions(name)
  // A preprocessed field that may be absent is listed as required.
  const missing = validator.safeParse({}).error?.issues ?? []
  schema.required = missing.map(({ path: [field] }) => String(field))
  for (const [field, each] of Object.entries(schema.properties ?? {})) {
    const description = documented.get(field)
    if (description) each.description = description
  }
  return schema
}

/** The docblocks of a validator's fields, where they stand in the source, also of an object that it takes over. */
function descriptions(name: string): Map<string, string> {
  const found = findAll(
    parse(`${adminFolder}/validators.ts`),
    ts.isVariableDeclaration
  ).find((each) => each.name.getText() === name)
  if (!found) return new Map()
  return new Map([
    ...findAll(found, ts.isIdentifier)
      .filter(({ parent }) => takesOver(parent))
      .flatMap((name) => [...descriptions(name.text)]),
    ...findAll(found, isField).map(
      (field) => [field.name.getText(), docblock(field).text] as const
    ),
  ])
}

/** `...period`, or `z.strictObject(period)`. */
const takesOver = (node: ts.Node) =>
  ts.isSpreadAssignment(node) ||
  (ts.isCallExpression(node) &&
    node.expression.getText().endsWith(".strictObject"))

/** `note: …`, or `shown` alone, whose schema has that name. */
function isField(
  node: ts.Node
): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment {
  return ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)
}

function inputTable(title: string, name: string | undefined): string[] {
  if (!name) return []
  const { properties = {}, required = [] } = inputSchema(name)
  const rows = Object.entries(properties).map(([field, schema]) => [
    `\`${field}\``,
    required.includes(field) ? "yes" : "",
    typeText(schema),
    schema.description ?? (field === "fields" ? selection : ""),
  ])
  return rows.length === 0
    ? []
    : [`${title}:`, table(["field", "required", "type", "meaning"], rows)]
}

const selection = "Those of the answer, as in Medusa's own routes."

/** The type of a value with its bounds, and what it is where it is not given. */
function typeText(schema: Schema): string {
  const {
    type,
    enum: values,
    anyOf,
    items,
    default: fallback,
    ...bounds
  } = schema as Schema & {
    enum?: string[]
    anyOf?: Schema[]
    items?: Schema
    default?: string | number | boolean
    minimum?: number
    maximum?: number
  }
  if (fallback !== undefined) {
    const { default: _, ...rest } = schema
    return `${typeText(rest)}; \`${fallback}\` by default`
  }
  if (values?.join() === ATTENTION_REASONS.join()) return reasons
  if (values) return values.map((each) => `\`${each}\``).join(", ")
  if (items) return `list of ${typeText(items)}`
  if (anyOf) {
    const types = [...new Set(anyOf.map(typeText))]
    const isOneOrMany = types.length === 2 && types[1] === `list of ${types[0]}`
    return isOneOrMany ? `${types[0]}; or a list` : types.join(" or ")
  }
  return withBounds(String(type ?? "any"), bounds)
}

const reasons = "an [attention reason](../admin/README.md#reasons)"
