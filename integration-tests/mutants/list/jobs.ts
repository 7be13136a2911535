import { integration, unit, type Mutant } from "../mutant"

const reconcile = "src/workflows/reconcile-crypto-payments"

/** The reconcile job and the subscribers. */
export const jobMutants: Mutant[] = [
  {
    name: "believes a page of the list that it did not ask for",
    file: `${reconcile}/sweep.ts`,
    search: "page.offset !== offset || ",
    replace: "",
    killedBy: integration(
      "http/job.spec.ts",
      "takes nothing from a page that is another than it asked for"
    ),
  },
  {
    name: "believes an incomplete page of the list",
    file: `${reconcile}/sweep.ts`,
    search: " || items.length < page.items.length",
    replace: "",
    killedBy: integration(
      "http/job.spec.ts",
      "takes nothing from a page with an item that lacks its id or status"
    ),
  },
  {
    name: "settles nothing that the list tells",
    file: `${reconcile}/sweep-page.ts`,
    search: 'if (classification === "settle") changed.push({ item, attempt })',
    replace: "",
    killedBy: integration(
      "http/job.spec.ts",
      "acts on the statuses of the pages and on nothing else"
    ),
  },
  {
    name: "polls the gateway before it settles what is paid",
    file: `${reconcile}/index.ts`,
    search: 'await checkDue(run, ["paid"])',
    replace: "",
    killedBy: integration(
      "http/job.spec.ts",
      "settles what a crash left paid within the first seconds"
    ),
  },
  {
    name: "expires a payment whose coin was chosen",
    file: `${reconcile}/superseded.ts`,
    search: "if (mayEndAtGateway({ ...payment, flow: attempt.flow })) {",
    replace: "if (true) {",
    killedBy: integration(
      "http/reconcile/sandbox.spec.ts",
      "is not expired when its order is canceled, and its payment is late"
    ),
  },
  {
    name: "supersedes an attempt whose session is there",
    file: `${reconcile}/superseded.ts`,
    search: `attempt.session_ids.filter((id) => sessions.has(id))
        .length`,
    replace: "0",
    killedBy: integration(
      "http/reconcile/sandbox.spec.ts",
      "is left alone while its session is there, or has only just gone"
    ),
  },
  {
    name: "learns no new status from the list",
    file: `${reconcile}/sweep-page.ts`,
    search: 'if (item.status !== attempt.gateway_status) return "settle"',
    replace: "",
    killedBy: unit(
      "workflows/reconcile-crypto-payments/classify-item.spec.ts",
      "an item of the gateway's list"
    ),
  },
  {
    name: "asks a gateway that is down for ever",
    file: `${reconcile}/run.ts`,
    search:
      "if (this.failures >= MAX_FAILURES) this.openForSeconds ??= BREAKER_SECONDS",
    replace: "",
    killedBy: unit(
      "workflows/reconcile-crypto-payments/breaker.spec.ts",
      "ends for a minute after three"
    ),
  },
  {
    name: "reads pages past the end of the list",
    file: `${reconcile}/plan-sweep.ts`,
    search: "if (!more || isPast(targets.oldest, reached)) return false",
    replace: "if (isPast(targets.oldest, reached)) return false",
    killedBy: unit(
      "workflows/reconcile-crypto-payments/plan-sweep.spec.ts",
      "a sweep"
    ),
  },
  {
    name: "runs a job in a hot loop",
    file: "src/workflows/job-pace.ts",
    search: "if (sinceMs >= 0 && sinceMs < gapMs) return false",
    replace: "",
    killedBy: unit("workflows/job-pace.spec.ts", "the pace of a scheduled job"),
  },
  {
    name: "tries again on each capture of a failed completion",
    file: "src/subscribers/payment-captured.ts",
    search: "if (await hasOrder(query, payment_collection_id, cartIds)) {",
    replace: "{",
    killedBy: integration(
      "http/recovery.spec.ts",
      "that core captured the money is no reason to try again"
    ),
  },
]
