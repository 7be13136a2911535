import { createGenerator } from "ts-json-schema-generator"

import manifest from "../../package.json"
import { WebhookEvent } from "../../src/gateway/schemas"
import { root } from "./pages"
import {
  findRoutes,
  inputSchema,
  type Route,
  type Schema,
  type Surface,
  toJsonSchema,
} from "./routes"

/** The type of the response of each route, in `src/api/types.ts` or the storefront kit. */
const responses: Record<string, string> = {
  "GET /admin/crypto-payments": "AdminCryptoPaymentsResponse",
  "POST /admin/crypto-payments/adopt": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/check": "AdminCheckCryptoPaymentsResponse",
  "GET /admin/crypto-payments/summary": "AdminCryptoSummaryResponse",
  "POST /admin/crypto-payments/export": "AdminExportCryptoPaymentsResponse",
  "GET /admin/crypto-payments/comparisons": "AdminCryptoComparisonsResponse",
  "POST /admin/crypto-payments/comparisons": "AdminCryptoComparisonResponse",
  "GET /admin/crypto-payments/comparisons/{comparison_id}":
    "AdminCryptoComparisonResponse",
  "GET /admin/crypto-payments/gateway": "AdminCryptoGatewaysResponse",
  "GET /admin/crypto-payments/{id}/cart": "AdminCryptoCartResponse",
  "GET /admin/crypto-payments/orders/{order_id}": "AdminCryptoOrderResponse",
  "POST /admin/crypto-payments/gateway/move": "AdminMoveCryptoGatewayResponse",
  "POST /admin/crypto-payments/gateway/self-test":
    "AdminTestCryptoWebhookResponse",
  "GET /admin/crypto-payments/{id}": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/{id}/accept": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/{id}/request-remainder":
    "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/{id}/check": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/{id}/refunds": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/{id}/resolve": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/{id}/retry-order": "AdminCryptoPaymentResponse",
  "POST /admin/crypto-payments/{id}/reinstate": "AdminCryptoPaymentResponse",
  "GET /admin/crypto-payments/refund-requests":
    "AdminCryptoRefundRequestsResponse",
  "POST /admin/crypto-payments/{id}/refund-requests":
    "AdminCryptoRefundRequestLinkResponse",
  "GET /admin/crypto-payments/refund-requests/{request_id}/link":
    "AdminCryptoRefundRequestLinkResponse",
  "POST /admin/crypto-payments/refund-requests/{request_id}/link":
    "AdminCryptoRefundRequestLinkResponse",
  "POST /admin/crypto-payments/refund-requests/{request_id}/reopen":
    "AdminCryptoRefundRequestLinkResponse",
  "POST /admin/crypto-payments/refund-requests/{request_id}/revoke":
    "AdminCryptoRefundRequestResponse",
  "POST /admin/crypto-payments/refund-requests/{request_id}/sending":
    "AdminCryptoRefundRequestResponse",
  "POST /admin/crypto-payments/refund-requests/{request_id}/send":
    "AdminCryptoRefundRequestResponse",
  "GET /store/crypto-refunds/{id}": "StoreCryptoRefundResponse",
  "POST /store/crypto-refunds/{id}": "StoreCheckedCryptoRefundAddressResponse",
  "GET /store/crypto-payments": "CryptoPayment",
  "GET /store/crypto-payments/{payment_session_id}": "CryptoPayment",
  "GET /store/crypto-payments/collections/{payment_collection_id}":
    "CryptoCollection",
  "POST /store/crypto-payments/collections/{payment_collection_id}/remainder":
    "CryptoPayment",
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
    ...typeSchemas(
      "src/storefront/collection.ts",
      "src/storefront/tsconfig.json"
    ),
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
    ...(ownParameters[route.path] ?? []),
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

/** Parameters that a route reads itself. */
const ownParameters: Record<string, object[]> = {
  "/store/crypto-payments": [
    {
      name: "cart_id",
      in: "query",
      required: true,
      schema: { type: "string", maxLength: 255 },
    },
  ],
  "/store/crypto-payments/currencies": [
    {
      name: "provider_id",
      in: "query",
      required: true,
      schema: { type: "string", maxLength: 255 },
    },
  ],
  "/store/crypto-payments/{payment_session_id}": [
    {
      name: "cart_id",
      in: "query",
      description: "The payment's cart; `order_id` is null without it.",
      required: false,
      schema: { type: "string", maxLength: 255 },
    },
  ],
  "/store/crypto-refunds/{id}": [
    {
      name: "x-crypto-refund-secret",
      in: "header",
      description: "The secret of the refund's link.",
      required: true,
      schema: { type: "string" },
    },
  ],
}

/** Bodies that a route checks itself, by their type. */
const bodies: Record<string, string> = {
  "POST /store/crypto-refunds/{id}": "StoreEnterCryptoRefundAddressBody",
  "POST /store/crypto-payments/collections/{payment_collection_id}/remainder":
    "StoreOpenCryptoRemainderBody",
}

function requestBody({ surface, body, method, path }: Route): object {
  const ownBody = bodies[`${method} ${path}`]
  const schema = ownBody
    ? reference(ownBody)
    : surface === "hooks"
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

function queryParameters({ properties = {}, required = [] }: Schema) {
  return Object.entries(properties).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: "query",
      required: required.includes(name),
      ...(description && { description }),
      ...(schema.type === "object" && { style: "deepObject", explode: true }),
      schema,
    })
  )
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
    [404, "There is no such payment, provider or refund."],
    [429, "Too many refund links that are not valid. Try again in a minute."],
    [503, "The gateway does not answer. Try again."],
  ],
  hooks: [
    [400, "The delivery is signed, but has no id or no status."],
    [401, "The signature or its headers are wrong."],
    [404, "There is no such provider."],
    [413, "The body is larger than 64 KiB."],
    [
      429,
      "Too many forged deliveries from this address. Try again in a minute.",
    ],
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
  if (surface !== "store" || name.endsWith("Response")) return reference(name)
  if (path.endsWith("/currencies")) {
    const currencies = { type: "array", items: reference(name) }
    return objectOf({ currencies })
  }
  if (path === "/store/crypto-payments") {
    // A cart may have none.
    const crypto_payment = { anyOf: [reference(name), { type: "null" }] }
    return objectOf({ crypto_payment })
  }
  const isCollection = path.endsWith("/{payment_collection_id}")
  const key = isCollection ? "crypto_collection" : "crypto_payment"
  return objectOf({ [key]: reference(name) })
}

function objectOf(properties: Record<string, object>): object {
  return { type: "object", properties, required: Object.keys(properties) }
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
