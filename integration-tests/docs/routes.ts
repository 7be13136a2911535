import ts from "typescript"
import { z } from "zod"

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

/** Validators and permission of each route, as its middlewares name them. */
function readMiddlewares() {
  const file = parse(`${adminFolder}/middlewares.ts`)
  const shared = new Map(
    findAll(file, ts.isVariableDeclaration).map((each) => [
      each.name.getText(),
      each.initializer?.getText() ?? "",
    ])
  )
  const resolved = (text: string) =>
    text.replace(/\b\w+\b/g, (name) =>
      name.startsWith("select") ? (shared.get(name) ?? name) : name
    )
  const policiesOf = (name: string): string[] => {
    const text = shared.get(name) ?? ""
    const others = [...text.matchAll(/\.\.\.(\w+)/g)]
    const own = [...text.matchAll(/resource: "(\w+)", operation: "(\w+)"/g)]
    return [
      ...others.flatMap(([, other]) => policiesOf(other)),
      ...own.map(([, resource, operation]) => `${resource}:${operation}`),
    ]
  }
  const reads = findAll(file, ts.isCallExpression)
    .filter(({ expression }) => expression.getText() === "read")
    .map(({ arguments: [path, selected] }) => {
      const text = selected && resolved(selected.getText())
      return [
        `GET /admin/crypto-payments${path.getText().slice(1, -1)}`,
        {
          body: undefined,
          query: text && queryValidator.exec(text)?.[1],
          policies: policiesOf("readsPayment"),
        },
      ] as const
    })
  const actions = findAll(file, ts.isCallExpression)
    .filter(({ expression }) => expression.getText() === "action")
    .map(({ arguments: [path, body, policy, selected] }) => {
      const text = selected && resolved(selected.getText())
      return [
        `POST /admin/crypto-payments/${path.getText().slice(1, -1)}`,
        {
          body: body.getText(),
          query: text && queryValidator.exec(text)?.[1],
          policies: policiesOf(policy.getText()),
        },
      ] as const
    })
  return new Map(
    [...reads, ...actions].map(([route, checks]) => [
      route.replace(/:(\w+)/g, "{$1}"),
      checks,
    ])
  )
}

const queryValidator = /validateAndTransformQuery\(\s*(\w+)/

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
