import ts from "typescript"
import { createGenerator } from "ts-json-schema-generator"
import { z } from "zod"

import manifest from "../../package.json"
import { WebhookEvent } from "../../src/gateway/schemas"
import * as validators from "../../src/api/admin/crypto-payments/validators"
import { root, table } from "./pages"
import { docblock, findAll, parse, sourceFiles } from "./source"

export type Surface = "admin" | "store" | "hooks"

type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  [key: string]: unknown
}

type Route = {
  surface: Surface
  method: string
  path: string
  summary: string
  body?: string
  query?: string
  policy?: string
}

const adminFolder = "src/api/admin/crypto-payments"

/** The type of the response of each route, in `src/api/types.ts` or the storefront kit. */
const responses: Record<string, string> = {
  "GET /admin/crypto-payments": "AdminCryptoPaymentsResponse",
  "POST /admin/crypto-payments/adopt": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/check": "AdminCheckCryptoPaymentsResponse",
  "GET /admin/crypto-payments/gateway": "AdminCryptoGatewaysResponse",
  "POST /admin/crypto-payments/gateway/self-test":
    "AdminTestCryptoWebhookResponse",
  "GET /admin/crypto-payments/{id}": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/{id}/check": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/{id}/refunds": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/{id}/resolve": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/{id}/retry-order": "AdminCryptoPaymentResponse",
  "GET /store/crypto-payments/{payment_session_id}": "CryptoPayment",
  "GET /store/crypto-payments/currencies": "CryptoCurrency",
}

/**
 * The OpenAPI 3.1 document of the plugin's routes: paths from the files of the
 * routes, queries and bodies from their validators, responses from the types.
 */
export function makeOpenApi(): object {
  const schemas: Record<string, Schema> = {
    ...typeSchemas("src/api/types.ts", "tsconfig.json"),
    ...typeSchemas("src/storefront/payment.ts", "src/storefront/tsconfig.json"),
    ...typeSchemas("src/storefront/start.ts", "src/storefront/tsconfig.json"),
    Error: errorSchema,
  }
  const used = new Set<string>(["Error"])
  const paths: Record<string, Record<string, object>> = {}
  for (const route of findRoutes()) {
    paths[route.path] ??= {}
    paths[route.path][route.method.toLowerCase()] = operation(route, schemas)
  }
  collectReferences(paths, schemas, used)
  return {
    openapi: "3.1.0",
    info: {
      title: manifest.name,
      version: manifest.version,
      description: manifest.description,
    },
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas)
          .filter(([name]) => used.has(name))
          .sort(([one], [other]) => (one < other ? -1 : 1))
      ),
      securitySchemes: {
        publishableKey: {
          type: "apiKey",
          in: "header",
          name: "x-publishable-api-key",
        },
        adminToken: { type: "http", scheme: "bearer" },
        adminApiKey: { type: "http", scheme: "basic" },
        webhookSignature: {
          type: "apiKey",
          in: "header",
          name: "x-webhook-signature",
        },
      },
    },
  }
}

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
        ...(route.policy ? [`Permission: \`${route.policy}\`.`] : []),
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
      findAll(parse(file), ts.isFunctionDeclaration)
        .filter(({ name }) => /^(GET|POST|DELETE)$/.test(name?.text ?? ""))
        .map((handler) => {
          const method = String(handler.name?.text)
          const path = file
            .replace(/^src\/api|\/route\.ts$/g, "")
            .replace(/\[(\w+)\]/g, "{$1}")
          return {
            surface: path.split("/")[1] as Surface,
            method,
            path,
            summary: docblock(handler).text,
            ...checked.get(`${method} ${path}`),
          }
        })
    )
    .sort((one, other) => (one.path < other.path ? -1 : 1))
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
  return new Map(
    findAll(file, ts.isObjectLiteralExpression)
      .filter((each) => /^\{\s*matcher:/.test(each.getText()))
      .map((each) => {
        const text = resolved(each.getText())
        const find = (pattern: RegExp) => pattern.exec(text)?.[1]
        const path = find(/matcher: "([^"]+)"/)?.replace(/:(\w+)/g, "{$1}")
        const policy = shared.get(find(/policies: \[(\w+)\]/) ?? "")
        return [
          `${find(/methods: \["(\w+)"\]/)} ${path}`,
          {
            body: find(/validateAndTransformBody\((\w+)/),
            query: find(/validateAndTransformQuery\(\s*(\w+)/),
            policy: policy?.replace(
              /[\s\S]*resource: "(\w+)"[\s\S]*PolicyOperation\.(\w+)[\s\S]*/,
              "$1:$2"
            ),
          },
        ] as const
      })
  )
}

function inputSchema(name: string): Schema {
  const validator: unknown = Reflect.get(validators, name)
  if (!(validator instanceof z.ZodType)) throw new Error(`no validator ${name}`)
  const schema = toJsonSchema(validator, "input")
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

/** The docblocks of a validator's fields, where they stand in the source. */
function descriptions(name: string): Map<string, string> {
  const found = findAll(
    parse(`${adminFolder}/validators.ts`),
    ts.isVariableDeclaration
  ).find((each) => each.name.getText() === name)
  if (!found) return new Map()
  return new Map(
    findAll(found, ts.isPropertyAssignment).map((property) => [
      property.name.getText(),
      docblock(property).text,
    ])
  )
}

function inputTable(title: string, name: string | undefined): string[] {
  if (!name) return []
  const { properties = {}, required = [] } = inputSchema(name)
  const rows = Object.entries(properties).map(([field, schema]) => [
    `\`${field}\``,
    required.includes(field) ? "yes" : "",
    typeText(schema),
    schema.description ?? "",
  ])
  return rows.length === 0
    ? []
    : [`${title}:`, table(["field", "required", "type", "meaning"], rows)]
}

function typeText(schema: Schema): string {
  const { type, enum: values, anyOf, items } = schema as Schema & {
    enum?: string[]
    anyOf?: Schema[]
    items?: Schema
  }
  if (values) return values.map((each) => `\`${each}\``).join(", ")
  if (anyOf) return [...new Set(anyOf.map(typeText))].join(" or ")
  if (items) return `list of ${typeText(items)}`
  return String(type ?? "any")
}

function operation(route: Route, schemas: Record<string, Schema>): object {
  const key = `${route.method} ${route.path}`
  const response = responses[key]
  if (route.surface !== "hooks" && !(response in schemas)) {
    throw new Error(`${key}: no type for the response.`)
  }
  const parameters = [
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string", maxLength: 255 },
    })),
    ...(route.query ? queryParameters(inputSchema(route.query)) : []),
    ...(key === "GET /store/crypto-payments/currencies"
      ? [{ name: "provider_id", in: "query", required: true, schema: { type: "string", maxLength: 255 } }]
      : []),
  ]
  return {
    summary: route.summary,
    tags: [route.surface],
    security: security[route.surface],
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(route),
    responses: responsesOf(route, response),
  }
}

function requestBody({ surface, body }: Route): object {
  const schema =
    surface === "hooks"
      ? // Further fields are ignored.
        { ...toJsonSchema(WebhookEvent, "output"), additionalProperties: true }
      : body && inputSchema(body)
  return schema
    ? {
        requestBody: {
          required: true,
          content: { "application/json": { schema } },
        },
      }
    : {}
}

function toJsonSchema(validator: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(validator, {
    io,
    unrepresentable: "any",
  }) as Schema
  return schema
}

function queryParameters({ properties = {}, required = [] }: Schema) {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(description && { description }),
    ...(schema.type === "object" && { style: "deepObject", explode: true }),
    schema,
  }))
}

const security: Record<Surface, object[]> = {
  admin: [{ adminToken: [] }, { adminApiKey: [] }],
  store: [{ publishableKey: [] }],
  hooks: [{ webhookSignature: [] }],
}

const errorSchema: Schema = {
  type: "object",
  description: "An error of Medusa.",
  properties: {
    type: { type: "string" },
    message: { type: "string" },
    code: { type: "string" },
  },
  required: ["message"],
}

const failures: Record<Surface, [number, string][]> = {
  admin: [
    [400, "The request is invalid, or the payment's state does not allow it."],
    [401, "Not logged in."],
    [403, "The user has no permission."],
    [404, "There is no such payment."],
  ],
  store: [
    [400, "The request is invalid."],
    [404, "There is no such payment or provider."],
    [503, "The gateway does not answer. Try again."],
  ],
  hooks: [
    [400, "The delivery is signed, but has no id or no status."],
    [401, "The signature or its headers are wrong."],
    [404, "There is no such provider."],
    [413, "The body is larger than 64 KiB."],
    [500, "Try again; nothing is half-done."],
    [503, "Try again; nothing is half-done."],
  ],
}

function responsesOf(route: Route, response: string | undefined): object {
  const content = (schema: object) => ({
    content: { "application/json": { schema } },
  })
  const ok = response ? content(responseSchema(route, response)) : {}
  return {
    200: { description: "OK", ...ok },
    ...Object.fromEntries(
      failures[route.surface].map(([status, description]) => [
        status,
        { description, ...content(reference("Error")) },
      ])
    ),
  }
}

function responseSchema({ surface, path }: Route, name: string): object {
  if (surface !== "store") return reference(name)
  const isList = path.endsWith("/currencies")
  return {
    type: "object",
    properties: isList
      ? { currencies: { type: "array", items: reference(name) } }
      : { crypto_payment: reference(name) },
    required: [isList ? "currencies" : "crypto_payment"],
  }
}

function reference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` }
}

function typeSchemas(file: string, tsconfig: string): Record<string, Schema> {
  const { definitions = {} } = createGenerator({
    path: `${root}/${file}`,
    tsconfig: `${root}/${tsconfig}`,
    type: "*",
    skipTypeCheck: true,
    additionalProperties: true,
    expose: "export",
  }).createSchema("*")
  return JSON.parse(
    JSON.stringify(definitions).replaceAll(
      "#/definitions/",
      "#/components/schemas/"
    )
  ) as Record<string, Schema>
}

function collectReferences(
  value: unknown,
  schemas: Record<string, Schema>,
  used: Set<string>
): void {
  for (const [, name] of JSON.stringify(value).matchAll(
    /#\/components\/schemas\/([\w-]+)/g
  )) {
    if (used.has(name)) continue
    used.add(name)
    collectReferences(schemas[name], schemas, used)
  }
}
