import {
  type AuthenticatedMedusaRequest,
  type MedusaRequest,
  type MedusaRequestHandler,
  type MedusaResponse,
  type MiddlewareFunction,
  type PolicyAction,
  validateAndTransformBody,
  validateAndTransformQuery,
  wrapWithPoliciesCheck,
} from "@medusajs/framework/http"
import type { QueryConfig } from "@medusajs/framework/types"
import { FeatureFlag } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  CHANGED,
  HASH_INVALID,
  isNotMigrated,
  NOT_MIGRATED,
  notFound,
  unexpectedState,
} from "../../../medusa-errors"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"

/** Where RBAC is on: the rights that core requires for its own payments and refunds. */
export const permissions = {
  readsPayment: [{ resource: "payment", operation: "read" }],
  updatesPayment: [{ resource: "payment", operation: "update" }],
  placesOrder: [
    { resource: "payment", operation: "update" },
    { resource: "order", operation: "create" },
  ],
  createsRefund: [{ resource: "refund", operation: "create" }],
} satisfies Record<string, PolicyAction[]>

type Fields = Record<string, unknown>

/** What has to be fulfilled before a handler runs. */
type Guard<Body, Query extends Fields> = {
  policies: PolicyAction[]
  /** Rights beyond these, by what the body asks for. */
  policiesOf?: (body: Body) => PolicyAction[]
  body?: z.ZodType<Body>
  query?: z.ZodType<Query>
  /** Which fields may be selected; by default the query is that of a list. */
  fields?: QueryConfig<Attempt>
}

type GuardedRequest<Body, Query extends Fields> = AuthenticatedMedusaRequest<
  Body,
  Query
>

type GuardedRoute = ((
  req: GuardedRequest<never, never>,
  res: MedusaResponse
) => Promise<void>) & { readonly isGuarded: true }

/**
 * A handler with what guards it; it returns what is answered, or answers by itself. A middleware in
 * its place sees the path as it was sent, while Express decodes what a parameter takes of it
 * (express/lib/router/layer.js:172 of 4.22): `/%72esolve` would reach the action, and none of the
 * middlewares of `/resolve`. So the route runs Medusa's own middlewares; what a handler may use of
 * body and query has the type of the schema here, and none without one.
 */
export function guarded<
  Body = undefined,
  Query extends Fields = Record<string, never>,
>(
  guard: Guard<Body, Query>,
  act: (
    req: GuardedRequest<NoInfer<Body>, NoInfer<Query>>,
    res: MedusaResponse
  ) => Promise<object | undefined>
): GuardedRoute {
  const { policies, policiesOf, body, query, fields = { isList: true } } = guard
  const handle = async (
    req: GuardedRequest<Body, Query>,
    res: MedusaResponse
  ) => {
    await requirePolicies(policies, req, res)
    if (body) await pass(validateAndTransformBody(body), req, res)
    if (query) await pass(validateAndTransformQuery(query, fields), req, res)
    if (policiesOf) {
      await requirePolicies(policiesOf(req.validatedBody), req, res)
    }
    const answer = await act(req, res).catch((error: unknown) => {
      // Medusa would answer "An unknown error occurred."
      throw isNotMigrated(error) ? unexpectedState(NOT_MIGRATED) : error
    })
    if (answer) res.json(answer)
  }
  return Object.assign(handle, { isGuarded: true as const })
}

async function requirePolicies(
  policies: PolicyAction[],
  ...exchange: Exchange
): Promise<void> {
  // RBAC is a part of Medusa's Enterprise Edition: not called where it is off.
  if (!FeatureFlag.isFeatureEnabled("rbac")) return
  await pass(wrapWithPoliciesCheck(goOn, policies), ...exchange)
}

type Exchange = [req: MedusaRequest, res: MedusaResponse]

const goOn: MedusaRequestHandler = (_req, _res, next) => next()

/** Resolves when a middleware lets a request pass, and rejects with what it refuses it for. */
async function pass(
  middleware: MiddlewareFunction,
  ...exchange: Exchange
): Promise<void> {
  let fault: Error | undefined = unexpectedState("A guard gave no answer.")
  await middleware(...exchange, (error?: unknown) => {
    if (error === undefined) fault = undefined
    else if (error instanceof Error) fault = error
  })
  if (fault) throw fault
}

/** Of errors that the admin acts on; js-sdk hands on their status, and no code. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  // With its own sentence: Medusa has another one for that status.
  [CHANGED, 409],
  [HASH_INVALID, 422],
])

const errorSchema = z
  .object({ code: z.unknown(), type: z.unknown(), message: z.unknown() })
  .catch({ code: undefined, type: undefined, message: undefined })

/** By the last segment of the path, as Express decoded it; 404 for one without an action. */
export function actionRoute(actions: Readonly<Record<string, GuardedRoute>>) {
  const known = new Map(Object.entries(actions))
  return async (req: GuardedRequest<never, never>, res: MedusaResponse) => {
    const act = known.get(req.params.action)
    if (!act) throw notFound("There is no such action.")
    try {
      await act(req, res)
    } catch (error) {
      // Errors of workflows are plain objects.
      const { code, type, message } = errorSchema.parse(error)
      const status = STATUSES.get(code)
      if (status === undefined) throw error
      res.status(status).json({ type, code, message })
    }
  }
}
