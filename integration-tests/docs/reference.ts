import { z } from "zod"
import ts from "typescript"

import { merchantOptionsSchema } from "../../src/modules/crypto-payment/internal"
import { EXPORT_COLUMNS } from "../../src/workflows/export-columns"
import { entries, type Reference, table, withBounds } from "./pages"
import { describeRoutes } from "./routes"
import { docblock, findAll, parse, sourceFiles, variable } from "./source"
import { describeTables } from "./tables"
import { describeWorkflows } from "./workflows"

/** Each generated part of the documentation, as the source has it. */
export function makeReference(): Reference {
  return {
    options: describeOptions(),
    environment: describeEnvironment(),
    events: describeEvents(),
    counters: describeCounters(),
    workflows: describeWorkflows(),
    tables: describeTables(),
    "export-columns": describeColumns(EXPORT_COLUMNS),
    "http-admin": describeRoutes("admin"),
    "http-store": describeRoutes("store"),
    "http-hooks": describeRoutes("hooks"),
  }
}

/** The columns of an export, in their order. */
function describeColumns(
  columns: readonly { name: string; about: string }[]
): string {
  return table(
    ["column", "meaning"],
    columns.map(({ name, about }) => [`\`${name}\``, about])
  )
}

type OptionSchema = {
  type?: string
  enum?: string[]
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  items?: OptionSchema
  properties?: Record<string, OptionSchema>
  anyOf?: OptionSchema[]
}

function describeOptions(): string {
  const { properties = {}, required = [] } = z.toJSONSchema(
    merchantOptionsSchema,
    { io: "input" }
  ) as { properties?: Record<string, OptionSchema>; required?: string[] }
  const rows = [
    ...optionRows("merchantShape", "", properties, required),
    ...optionRows("notifyShape", "notify.", properties.notify.properties),
  ]
  return table(["option", "type", "default", "meaning"], rows)
}

function optionRows(
  shapeName: string,
  prefix: string,
  properties: Record<string, OptionSchema> = {},
  required: readonly string[] = []
): string[][] {
  const shape = variable(
    parse("src/modules/crypto-payment/merchants/options.ts"),
    shapeName
  )
  return findAll(shape, ts.isPropertyAssignment)
    .filter(({ parent }) => parent === shape.initializer)
    .map((property) => {
      const name = property.name.getText()
      const { text, tags } = docblock(property)
      const fallback = required.includes(name)
        ? "required"
        : (tags.default ?? "")
      return [
        `\`${prefix}${name}\``,
        typeOf(properties[name]),
        fallback && code(fallback),
        text,
      ]
    })
}

function code(text: string): string {
  return text === "required" ? text : `\`${text}\``
}

function typeOf(schema: OptionSchema): string {
  if (schema.enum) return schema.enum.map((each) => `"${each}"`).join(" or ")
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ")
  if (schema.items) {
    const plural = schema.items.anyOf ? "" : "s"
    const most = schema.maxItems ? `, at most ${schema.maxItems}` : ""
    return `list of ${typeOf(schema.items)}${plural}${most}`
  }
  if (schema.properties) {
    return `\`{ ${Object.keys(schema.properties).join(", ")} }\``
  }
  const { type = "", minLength = 0, maxLength } = schema
  if (maxLength) return `${type}, ${minLength} to ${maxLength} characters`
  return withBounds(type === "integer" ? "whole number" : type, schema)
}

/** What the package itself reads from the environment. */
function describeEnvironment(): string {
  const rows = sourceFiles("src/jobs").flatMap((file) =>
    findAll(parse(file), ts.isPropertyAssignment).flatMap((property) => {
      const [, name, fallback] =
        /process\.env\.(\w+) \|\| "([^"]*)"/.exec(property.getText()) ?? []
      return name
        ? [[`\`${name}\``, `\`${fallback}\``, docblock(property).text]]
        : []
    })
  )
  return table(["variable", "default", "meaning"], rows)
}

function describeEvents(): string {
  const file = parse("src/modules/crypto-payment/outbox/events.ts")
  const types = new Map(
    findAll(file, ts.isTypeAliasDeclaration).map((each) => [
      each.name.text,
      each,
    ])
  )
  const rows = findAll(
    variable(file, "cryptoPaymentEvents"),
    ts.isPropertyAssignment
  ).map((property) => {
    const { text } = docblock(property)
    const [, when, typeName] = /^(.*): `(\w+)`\.$/.exec(text) ?? []
    const type = types.get(typeName)
    if (!type) throw new Error(`${property.getText()} names no type.`)
    const fields = findAll(type, ts.isPropertySignature)
      .filter(({ parent }) => parent.parent.parent === type)
      .map((field) => `\`${field.name.getText()}\``)
    return [
      property.initializer.getText().replaceAll('"', ""),
      `${when}. Data: ${fields.join(", ")}.\\\n  ${docblock(type).text}`,
    ] as [string, string]
  })
  return entries(rows)
}

function describeCounters(): string {
  const file = parse("src/modules/crypto-payment/telemetry.ts")
  const rows = findAll(file, ts.isCallExpression)
    .filter(({ expression }) =>
      /create(Counter|Histogram)/.test(expression.getText())
    )
    .map(({ expression, parent, arguments: [name, options] }) => {
      const property = parent as ts.PropertyAssignment
      const [, text] = /description:\s+"([^"]+)"/.exec(options.getText()) ?? []
      if (!text) throw new Error(`${name.getText()} has no description.`)
      return [
        name.getText().replaceAll('"', "`"),
        kindOf(expression.getText()),
        docblock(property).text,
        `${text}.`,
      ]
    })
  return table(["instrument", "kind", "attributes", "meaning"], rows)
}

function kindOf(creation: string): string {
  return String(/create(\w+)/.exec(creation)?.[1]).toLowerCase()
}
