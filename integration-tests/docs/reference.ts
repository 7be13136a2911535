import { z } from "zod"
import ts from "typescript"

import { merchantOptionsSchema } from "../../src/modules/crypto-payment/merchants/options"
import { EXPORT_COLUMNS } from "../../src/workflows/export-columns"
import { entries, type Reference, table, withBounds } from "./pages"
import { describeRoutes } from "./routes"
import { docblock, findAll, parse, sourceFiles, variable } from "./source"

/** Each generated part of the documentation, as the source has it. */
export function makeReference(): Reference {
  return {
    options: describeOptions(),
    events: describeEvents(),
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

function describeEvents(): string {
  const file = parse("src/modules/crypto-payment/outbox/outbox.ts")
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

/** The tables of the ledger, each with the docblock of its model. */
function describeTables(): string {
  const tables = sourceFiles("src/modules/crypto-payment/models").flatMap(
    (file) =>
      findAll(parse(file), ts.isVariableDeclaration).flatMap((model) => {
        const [, name] = /define\("(\w+)"/.exec(model.getText()) ?? []
        if (!name) return []
        const { text } = docblock(model)
        if (!text) throw new Error(`The table ${name} has no docblock.`)
        return [[name, text] as [string, string]]
      })
  )
  return entries(tables.sort(([one], [other]) => (one < other ? -1 : 1)))
}
