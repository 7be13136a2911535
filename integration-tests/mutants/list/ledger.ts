import { integration, type Mutant } from "../mutant"

const ledger = "src/modules/crypto-payment/ledger"

/** Isolation of merchants, row locks, leases and the transition table. */
export const ledgerMutants: Mutant[] = [
  {
    name: "finds another merchant's attempt by the gateway's id",
    file: `${ledger}/observations.ts`,
    search:
      "const byGatewayId = await attempts(this.db).where({ merchant_id, gateway_payment_id })",
    replace:
      "const byGatewayId = await attempts(this.db).where({ gateway_payment_id })",
    killedBy: integration(
      "modules/merchants.spec.ts",
      "are found by the gateway's id only for their own merchant"
    ),
  },
  {
    name: "finds another merchant's attempt by external_id",
    file: `${ledger}/observations.ts`,
    search: ".where({ merchant_id, external_id })",
    replace: ".where({ external_id })",
    killedBy: integration(
      "modules/merchants.spec.ts",
      "are found by external_id only for their own merchant"
    ),
  },
  {
    name: "finds an attempt that has another gateway id",
    file: `${ledger}/observations.ts`,
    search: '.whereNull("gateway_payment_id")',
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "does not find an attempt that has another gateway id"
    ),
  },
  {
    name: "finds an attempt by external_id in any state",
    file: `${ledger}/observations.ts`,
    search: 'unopened?.state === "creating" ? unopened : undefined',
    replace: "unopened",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "does not find an attempt by its external_id in state"
    ),
  },
  {
    name: "lists another merchant's revisions",
    file: `${ledger}/attempts.ts`,
    search: ".where({ merchant_id: merchantId, ...subject })",
    replace: ".where({ ...subject })",
    killedBy: integration(
      "modules/merchants.spec.ts",
      "are listed as revisions of a cart only for their own merchant"
    ),
  },
  {
    name: "compares a listed payment with another merchant's attempts",
    file: `${ledger}/batches.ts`,
    search: `.where({ merchant_id: merchantId })
    .whereIn(
`,
    replace: ".whereIn(",
    killedBy: integration(
      "modules/merchants.spec.ts",
      "are found in a page of the gateway's list only for their own merchant"
    ),
  },
  {
    name: "compares a listed external_id with another merchant's attempts",
    file: `${ledger}/batches.ts`,
    search: '.where({ merchant_id: merchantId, state: "creating" })',
    replace: '.where({ state: "creating" })',
    killedBy: integration(
      "modules/merchants.spec.ts",
      "are found by a listed external_id only for their own merchant"
    ),
  },
  {
    name: "takes any entry of the timeline for a released session",
    file: `${ledger}/due-queue.ts`,
    search: "AND event.type = 'session_released'",
    replace: "",
    killedBy: integration(
      "modules/sweep.spec.ts",
      "is not less quiet for other entries of its timeline"
    ),
  },
  {
    name: "postpones the attempts of every merchant",
    file: `${ledger}/due-queue.ts`,
    search: `.where({ merchant_id: merchantId })
    .whereIn("state"`,
    replace: `.whereIn("state"`,
    killedBy: integration(
      "modules/merchants.spec.ts",
      "are postponed only for the merchant whose gateway does not answer"
    ),
  },
  {
    name: "claims the attempts of every merchant",
    file: `${ledger}/batches.ts`,
    search: "AND merchant_id = ? AND state IN",
    replace: "AND ?::text IS NOT NULL AND state IN",
    killedBy: integration(
      "modules/merchants.spec.ts",
      "are claimed for a sweep, and released from it, only for their own merchant"
    ),
  },
  {
    name: "releases what another merchant's sweep claimed",
    file: `${ledger}/batches.ts`,
    search: ".where({ merchant_id, next_check_at: until })",
    replace: ".where({ next_check_at: until })",
    killedBy: integration(
      "modules/merchants.spec.ts",
      "are claimed for a sweep, and released from it, only for their own merchant"
    ),
  },
  {
    name: "overwrites the check that a payment set during the sweep",
    file: `${ledger}/batches.ts`,
    search: "AND attempt.next_check_at = ?",
    replace: "AND ?::timestamptz IS NOT NULL",
    killedBy: integration(
      "modules/sweep.spec.ts",
      "keep the check that a payment set meanwhile"
    ),
  },
  {
    name: "supersedes an attempt that another session was attached to",
    file: `${ledger}/attempts.ts`,
    search: '"payment_session_id IS NOT DISTINCT FROM ?"',
    replace: '"(payment_session_id IS NOT DISTINCT FROM ? OR true)"',
    killedBy: integration(
      "modules/sweep.spec.ts",
      "is superseded only if no other session was attached since it was read"
    ),
  },
  {
    name: "gives a resolved attempt's money to a session",
    file: `${ledger}/sessions.ts`,
    search: `// A person may have recorded a refund at this moment.
    .whereNot({ state: "resolved" })`,
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "is not held by a session after a person resolved it"
    ),
  },
  {
    name: "lets two attempts pay for one cart",
    file: `${ledger}/sessions.ts`,
    search: ".whereNotExists(competing)",
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "of two collections without a cart pays for each, once"
    ),
  },
  {
    name: "lets two attempts pay for one cart at the same moment",
    file: `${ledger}/sessions.ts`,
    search: "await lockSubject(db, cart_id ?? payment_collection_id ?? id)",
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "of two revisions pays for their cart once"
    ),
  },
  {
    name: "writes over a payment that is just being committed",
    file: `${ledger}/rows.ts`,
    search: ".forUpdate()",
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "of expiry that waits for a payment's commit does not unsee it"
    ),
  },
  {
    name: "changes the return URLs of an open attempt",
    file: `${ledger}/sessions.ts`,
    search: '.where({ id, state: "creating" })',
    replace: ".where({ id })",
    killedBy: integration(
      "modules/sweep.spec.ts",
      "takes new return URLs only while it is being created"
    ),
  },
  {
    name: "takes over a lease that is still held",
    file: `${ledger}/leases.ts`,
    search: '.orWhereRaw("lease_until < now()")',
    replace: '.orWhereRaw("true")',
    killedBy: integration(
      "modules/ledger.spec.ts",
      "is not for a second owner until it is given back"
    ),
  },
  {
    name: "moves an attempt to any state",
    file: `${ledger}/transition.ts`,
    search: '.whereIn("state", statesBefore(to))',
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "is written where the table allows it, else nothing is"
    ),
  },
  {
    name: "gives one due attempt to two reconcilers",
    file: `${ledger}/due-queue.ts`,
    search: "FOR UPDATE SKIP LOCKED",
    replace: "",
    killedBy: integration(
      "modules/ledger.spec.ts",
      "are shared by many takers, each attempt taken by one"
    ),
  },
]
