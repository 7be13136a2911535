import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { Modules } from "@medusajs/framework/utils"
import type { paymentFixture } from "../support/shop/payment-fixture"
import { ADMIN, HOSTED } from "../support/shop/shop-fixture"
import type { RunningRoute } from "../support/shop/start-medusa"
import type { TestShop } from "../support/shop/test-shop"
import { createAdminUser } from "../support/store"
import { newRefundLink } from "../../src/modules/crypto-payment/refunds/links"

/** Its path names the action, where its route has a table of them. */
export type PluginRoute = RunningRoute

const apiFolder = path.resolve(__dirname, "../../src/api")

/**
 * Every route of the plugin, read from its source: the methods that each route.ts exports, and its
 * path in Express as `file`.
 */
export function pluginRoutes(): (PluginRoute & { file: string })[] {
  return readdirSync(apiFolder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .sort()
    .flatMap((file) => {
      const source = readFileSync(path.join(apiFolder, file), "utf8")
      const folders = path.dirname(file).split(path.sep)
      const route = folders
        .map((folder) => folder.replace(/^\[(\w+)\]$/, ":$1"))
        .join("/")
      const methods = [...source.matchAll(exportedMethod)].map(
        ([, method]) => method
      )
      if (methods.length === 0) throw new Error(`${file} exports no method.`)
      const paths = route.endsWith("/:action")
        ? [...source.matchAll(action)].map(([, name]) =>
            route.replace(":action", name)
          )
        : [route]
      if (paths.length === 0) throw new Error(`${file} has no action.`)
      return methods.flatMap((method) =>
        paths.map((path) => ({
          method,
          path: `/${path}`,
          file: `/${route}`,
        }))
      )
    })
}

const exportedMethod =
  /^export (?:(?:async )?function|const) (GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/gm

/** An entry of the table of `actionRoute`. */
const action = /^ {2}"?([\w-]+)"?: (?:async |\w+[<(])/gm

/** A value for each parameter of a path. */
export type RouteValues = Record<string, string>

/** The route's address. */
export function addressOf(
  { path }: Pick<PluginRoute, "path">,
  values: RouteValues
): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const isRefund = path.startsWith("/store/crypto-refunds")
    const value = values[isRefund ? "request_id" : name]
    if (value) return value
    throw new Error(`No value is known here for :${name} of a path.`)
  })
}

/**
 * One of each thing that the routes' paths name, by the parameter: a payment that needs attention,
 * and a paid order with a refund request.
 */
export async function routeValues(shop: ReturnType<typeof paymentFixture>) {
  const { books, payOrder, payTooLittle } = shop
  const { id, session } = await payTooLittle()
  const order = await books.attemptOf((await payOrder()).session.id)
  await shop.workflowsToEnd()
  const attempt = await books.attemptOf(session.id)
  expect(attempt.state).toBe("attention")
  const { secret, token_hash } = newRefundLink()
  // By the ledger: no gateway is asked for the coin's name.
  const { request } = await books.ledger.refundRequests.create(
    order.id,
    {
      asked: { amount: "1.00" },
      coin: { crypto_name: null, crypto_network: "Tron" },
      note: null,
      by: "user_1",
      price_kind: "return",
    },
    token_hash
  )
  const export_id = await exportForAdmin(shop)
  const values: RouteValues = {
    id,
    payment_session_id: session.id,
    payment_collection_id: String(order.payment_collection_id),
    order_id: String(order.order_id),
    provider_id: HOSTED,
    request_id: request.id,
    export_id,
  }
  return { values, refundSecret: secret }
}

/** A large export that the store's admin asked for. */
async function exportForAdmin(
  shop: ReturnType<typeof paymentFixture>
): Promise<string> {
  const { email } = ADMIN
  const [user] = await shop.resolve(Modules.USER).listUsers({ email })
  const file = await shop.resolve(Modules.FILE).createFiles({
    filename: "export.csv",
    mimeType: "text/csv",
    content: Buffer.from("id").toString("base64"),
    access: "private",
  })
  const { exportFiles } = shop.books.ledger
  await exportFiles.begin("01EXPORT", user.id, file.id)
  await exportFiles.complete("01EXPORT")
  return "01EXPORT"
}

/** A body that is good for a route to which is posted, about a payment as it is shown. */
export function goodBody(
  { path }: PluginRoute,
  id: string,
  version: number
): object {
  const shown = { version }
  const [, , , ...rest] = path.split("/")
  const bodies: Record<string, object> = {
    export: {},
    "gateway/move": { provider_id: HOSTED },
    "gateway/self-test": { provider_id: HOSTED },
    check: { ids: [id] },
    ":id/check": {},
    ":id/retry-order": { shown },
    ":id/accept": { shown },
    ":id/resolve": { kind: "other", note: "Done.", shown },
    ":id/refunds": { amount: "1.00", transaction_hash: "0x1", shown },
    ":id/refund-requests": { amount: "1.00", shown },
    "refund-requests/:request_id/open": {},
    "refund-requests/:request_id/revoke": {
      shown: { state: "waiting_for_address" },
    },
    "refund-requests/:request_id/send": {
      address: "0x1",
      transaction_hash: "0x1",
    },
  }
  const body = bodies[rest.join("/")]
  if (!body) throw new Error(`No body is known here for ${path}.`)
  return body
}

/** Makes somebody with a role of their own that may do what `rights` say ("payment:read"). */
export async function createColleague(
  container: ReturnType<TestShop["container"]>,
  rights: string[]
) {
  const name = `colleague-${rights.join("-").replaceAll(":", "-")}`
  const colleague = { ...ADMIN, email: `${name}@example.test` }
  const rbac = container.resolve(Modules.RBAC)
  const role = await rbac.createRbacRoles({ name })
  for (const key of rights) {
    const [resource, operation] = key.split(":")
    const [known] = await rbac.listRbacPolicies({ key })
    const policy =
      known ?? (await rbac.createRbacPolicies({ key, resource, operation }))
    await rbac.createRbacRolePolicies({
      role_id: role.id,
      policy_id: policy.id,
    })
  }
  await createAdminUser(container, { ...colleague, roles: [role.id] })
  return colleague
}
