import type { Mutant } from "../mutant"

const attempts = "src/modules/crypto-payment/attempts"
const refunds = "src/modules/crypto-payment/refunds"

/** Isolation of merchants, row locks, leases, the transition table, and refunds. */
export const ledgerMutants: Mutant[] = [
  {
    name: "finds another merchant's attempt by the gateway's id",
    file: `${attempts}/observations.ts`,
    search:
      "const byGatewayId = await attempts(this.db).where({ merchant_id, gateway_payment_id })",
    replace:
      "const byGatewayId = await attempts(this.db).where({ gateway_payment_id })",
    killedBy: {
      spec: "integration-tests/modules/merchants.spec.ts",
      title: "are found by the gateway's id only for their own merchant",
    },
  },
  {
    name: "finds another merchant's attempt by external_id",
    file: `${attempts}/observations.ts`,
    search: ".where({ merchant_id, external_id })",
    replace: ".where({ external_id })",
    killedBy: {
      spec: "integration-tests/modules/merchants.spec.ts",
      title: "are found by external_id only for their own merchant",
    },
  },
  {
    name: "lists another merchant's revisions",
    file: `${attempts}/attempts.ts`,
    search: ".where({ merchant_id: merchantId, ...subject })",
    replace: ".where({ ...subject })",
    killedBy: {
      spec: "integration-tests/modules/merchants.spec.ts",
      title: "are listed as revisions of a cart only for their own merchant",
    },
  },
  {
    name: "postpones the attempts of every merchant",
    file: `${attempts}/due-queue.ts`,
    search: `.where({ merchant_id: merchantId })
    .whereIn("state"`,
    replace: `.whereIn("state"`,
    killedBy: {
      spec: "integration-tests/modules/merchants.spec.ts",
      title:
        "are postponed only for the merchant whose gateway does not answer",
    },
  },
  {
    name: "supersedes an attempt that another session was attached to",
    file: `${attempts}/attempts.ts`,
    search: '"payment_session_id IS NOT DISTINCT FROM ?"',
    replace: '"(payment_session_id IS NOT DISTINCT FROM ? OR true)"',
    killedBy: {
      spec: "integration-tests/modules/superseded.spec.ts",
      title:
        "is superseded only if no other session was attached since it was read",
    },
  },
  {
    name: "lets two attempts pay for one cart at the same moment",
    file: `${attempts}/sessions.ts`,
    search: "await lockSubject(db, cart_id ?? payment_collection_id ?? id)",
    replace: "",
    killedBy: {
      spec: "integration-tests/modules/ledger.spec.ts",
      title: "of two revisions pays for their cart once",
    },
  },
  {
    name: "writes over a payment that is just being committed",
    file: `${attempts}/rows.ts`,
    search: ".forUpdate()",
    replace: "",
    killedBy: {
      spec: "integration-tests/modules/ledger.spec.ts",
      title: "of expiry that waits for a payment's commit does not unsee it",
    },
  },
  {
    name: "takes over a lease that is still held",
    file: `${attempts}/leases.ts`,
    search: '.orWhereRaw("lease_until < now()")',
    replace: '.orWhereRaw("true")',
    killedBy: {
      spec: "integration-tests/modules/ledger.spec.ts",
      title: "is not for a second owner until it is given back",
    },
  },
  {
    name: "moves an attempt to any state",
    file: `${attempts}/transition.ts`,
    search: '.whereIn("state", statesBefore(to))',
    replace: "",
    killedBy: {
      spec: "integration-tests/modules/ledger.spec.ts",
      title: "is written where the table allows it, else nothing is",
    },
  },
  {
    name: "gives one due attempt to two reconcilers",
    file: `${attempts}/due-queue.ts`,
    search: "FOR UPDATE SKIP LOCKED",
    replace: "",
    killedBy: {
      spec: "integration-tests/modules/ledger.spec.ts",
      title: "are shared by many takers, each attempt taken by one",
    },
  },
  {
    name: "books one recorded refund for two refunds of Medusa",
    file: `${refunds}/recorded-refunds.ts`,
    search: ".forUpdate()",
    replace: "",
    killedBy: {
      spec: "integration-tests/modules/ledger.spec.ts",
      title: "give a recorded refund to one refund of Medusa",
    },
  },
  {
    name: "records more refunds than were paid at the same moment",
    file: `${attempts}/rows.ts`,
    search: ".forUpdate()",
    replace: "",
    killedBy: {
      spec: "integration-tests/modules/ledger.spec.ts",
      title: "never record more refunds than were paid",
    },
  },
  {
    name: "resolves as refunded what was refunded at the same moment",
    file: `${attempts}/rows.ts`,
    search: ".forUpdate()",
    replace: "",
    killedBy: {
      spec: "integration-tests/modules/ledger.spec.ts",
      title: "never resolve as refunded what the other recorded already",
    },
  },
  {
    name: "takes an address at a link that was revoked at this moment",
    file: `${refunds}/refund-links.ts`,
    search: "if (request.token_hash !== link_hash) throw unknownRefundLink()",
    replace: "",
    killedBy: {
      spec: "integration-tests/http/refund-requests.spec.ts",
      title: "takes no address at a link that is revoked meanwhile",
    },
  },
  {
    name: "records coins as sent that went to another address",
    file: `${refunds}/record-refund.ts`,
    search: "checkSentTo(request, attempt, address)",
    replace: "",
    killedBy: {
      spec: "integration-tests/http/refund-requests.spec.ts",
      title: "is not recorded as sent to another address than its own",
    },
  },
]
