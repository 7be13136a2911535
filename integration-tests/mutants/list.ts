/** A fault put into the source, and the test that must fail for it. */
export type Mutant = {
  /** What the faulty code does, in a few words; unique. */
  name: string
  /** Path from the repository's root. */
  file: string
  /** Occurs exactly once in the file; white space does not matter. */
  search: string
  replace: string
  /** Path of a spec from the repository's root. */
  spec: string
  /** As it stands in the title of at least one of its tests. */
  title: string
}

const attempts = "src/modules/crypto-payment/attempts"
const refunds = "src/modules/crypto-payment/refunds"
const settle = "src/workflows/settle"
const provider = "src/providers/crypto"

/** What Stryker cannot make: a missing lock, merchant or check outside of the pure rules. At most 30. */
export const mutants: readonly Mutant[] = [
  // Isolation of merchants, row locks, leases, the transition table, and refunds.
  {
    name: "finds another merchant's attempt by the gateway's id",
    file: `${attempts}/observations.ts`,
    search:
      "const byGatewayId = await attempts(this.db).where({ merchant_id, gateway_payment_id })",
    replace:
      "const byGatewayId = await attempts(this.db).where({ gateway_payment_id })",
    spec: "integration-tests/modules/merchants.spec.ts",
    title: "are found by the gateway's id only for their own merchant",
  },
  {
    name: "finds another merchant's attempt by external_id",
    file: `${attempts}/observations.ts`,
    search: ".where({ merchant_id, external_id })",
    replace: ".where({ external_id })",
    spec: "integration-tests/modules/merchants.spec.ts",
    title: "are found by external_id only for their own merchant",
  },
  {
    name: "lists another merchant's revisions",
    file: `${attempts}/attempts.ts`,
    search: ".where({ merchant_id: merchantId, ...subject })",
    replace: ".where({ ...subject })",
    spec: "integration-tests/modules/merchants.spec.ts",
    title: "are listed as revisions of a cart only for their own merchant",
  },
  {
    name: "postpones the attempts of every merchant",
    file: `${attempts}/due-queue.ts`,
    search: `.where({ merchant_id: merchantId })
    .whereIn("state"`,
    replace: `.whereIn("state"`,
    spec: "integration-tests/modules/merchants.spec.ts",
    title: "are postponed only for the merchant whose gateway does not answer",
  },
  {
    name: "supersedes an attempt that another session was attached to",
    file: `${attempts}/attempts.ts`,
    search: '"payment_session_id IS NOT DISTINCT FROM ?"',
    replace: '"(payment_session_id IS NOT DISTINCT FROM ? OR true)"',
    spec: "integration-tests/modules/superseded.spec.ts",
    title:
      "is superseded only if no other session was attached since it was read",
  },
  {
    name: "lets two attempts pay for one cart at the same moment",
    file: `${attempts}/sessions.ts`,
    search: "await inLockOrder(",
    replace: "void (",
    spec: "integration-tests/modules/ledger.spec.ts",
    title: "of two revisions pays for their cart once",
  },
  {
    name: "writes over a payment that is just being committed",
    file: `${attempts}/observations.ts`,
    search: ".forUpdate()",
    replace: "",
    spec: "integration-tests/modules/ledger.spec.ts",
    title: "of expiry that waits for a payment's commit does not unsee it",
  },
  {
    name: "takes over a lease that is still held",
    file: `${attempts}/due-queue.ts`,
    search: '.orWhereRaw("lease_until < now()")',
    replace: '.orWhereRaw("true")',
    spec: "integration-tests/modules/ledger.spec.ts",
    title: "is not for a second owner until it is given back",
  },
  {
    name: "moves an attempt to any state",
    file: `${attempts}/attempts.ts`,
    search: '.whereIn("state", statesBefore(to))',
    replace: "",
    spec: "integration-tests/modules/ledger.spec.ts",
    title: "is written where the table allows it, else nothing is",
  },
  {
    name: "gives one due attempt to two reconcilers",
    file: `${attempts}/due-queue.ts`,
    search: "FOR UPDATE SKIP LOCKED",
    replace: "",
    spec: "integration-tests/modules/ledger.spec.ts",
    title: "are shared by many takers, each attempt taken by one",
  },
  {
    name: "books one recorded refund for two refunds of Medusa",
    file: `${refunds}/ledger.ts`,
    search: ".forUpdate()",
    replace: "",
    spec: "integration-tests/modules/ledger.spec.ts",
    title: "give a recorded refund to one refund of Medusa",
  },
  {
    name: "records more refunds than were paid at the same moment",
    file: "src/modules/crypto-payment/admin-actions/action-facts.ts",
    search: ".forUpdate()",
    replace: "",
    spec: "integration-tests/modules/ledger.spec.ts",
    title: "never record more refunds than were paid",
  },
  {
    name: "resolves as refunded what was refunded at the same moment",
    file: "src/modules/crypto-payment/admin-actions/action-facts.ts",
    search: ".forUpdate()",
    replace: "",
    spec: "integration-tests/modules/ledger.spec.ts",
    title: "never resolve as refunded what the other recorded already",
  },
  {
    name: "takes an address at a link that was revoked at this moment",
    file: `${refunds}/requests.ts`,
    search: "if (!isOpenedBy(request, link_hash)) throw unknownRefundLink()",
    replace: "",
    spec: "integration-tests/http/refund-requests.spec.ts",
    title: "takes no address at a link that is revoked meanwhile",
  },
  {
    name: "records coins as sent that went to another address",
    file: `${refunds}/record-refund.ts`,
    search: "checkSentTo(request, attempt, sentTo)",
    replace: "",
    spec: "integration-tests/http/refund-requests.spec.ts",
    title: "is not recorded as sent to another address than its own",
  },

  // Acting through core under its locks, only while the decision stands.
  {
    name: "acts on a decision that no longer stands",
    file: `${settle}/locks.ts`,
    search: "if (!isDeepStrictEqual(decide(facts), decision)) return false",
    replace: "",
    spec: "integration-tests/http/paid-cart.spec.ts",
    title: "opens no session for a price that the cart no longer has",
  },
  {
    name: "raises attention without waiting for the cart's lock",
    file: `${settle}/execute.ts`,
    search: "if (isPassing && !(await ifStands(async () => {}))) break",
    replace: "",
    spec: "integration-tests/http/paid-cart.spec.ts",
    title: "needs no attention when the cart costs again what was paid",
  },
  {
    name: "removes an order's transaction without its lock",
    file: `${settle}/repair.ts`,
    search: "await withCoreLock(container, orderId, async () =>",
    replace: "await withCoreLock(container, null, async () =>",
    spec: "integration-tests/http/orders.spec.ts",
    title:
      "loses core's orphaned refund once when its event, the job and a verification meet",
  },
  {
    name: "cancels an unpaid order without its cart's lock",
    file: "src/workflows/reconcile-crypto-payments/cancel-unpaid-orders.ts",
    search: "await withCoreLock(run.container, unpaid.id, async () => {",
    replace:
      "await ((..._: [unknown, string, () => Promise<void>]) => _[2]())(run.container, unpaid.id, async () => {",
    spec: "integration-tests/http/order-first.spec.ts",
    title: "while the job waits for the cart's lock",
  },
  {
    name: "cancels an unpaid order as it was before the lock",
    file: "src/workflows/reconcile-crypto-payments/cancel-unpaid-orders.ts",
    search: `async () => {
      decision = await decide(run, unpaid, reading)`,
    replace: "async () => {",
    spec: "integration-tests/http/order-first.spec.ts",
    title: "while the job waits for the cart's lock",
  },

  // What comes from outside is not believed, and what is paid not changed.
  {
    name: "accepts a refund that was not recorded",
    file: `${provider}/service.ts`,
    search: "if (!recorded) throw refundNotRecorded()",
    replace: "",
    spec: "integration-tests/http/after-payment.spec.ts",
    title: "is the only one that Medusa can book",
  },
  {
    name: "believes a forged delivery to core's hook route",
    file: `${provider}/service.ts`,
    search: "if (!verdict.verified) {",
    replace: "if (false) {",
    spec: "integration-tests/http/checkout.spec.ts",
    title:
      "gets nothing out of core's own hook route that the gateway did not confirm",
  },
  {
    name: "lets a paid cart be changed",
    file: `${provider}/cart-guards.ts`,
    search: "if (paid && !isSamePrice(paid, priceOf(cart))) throw cartIsPaid()",
    replace: "",
    spec: "integration-tests/http/paid-cart.spec.ts",
    title: "is refused: more of an item, once, twice and in parallel",
  },
  {
    name: "opens an attempt again that was closed meanwhile",
    file: "src/modules/crypto-payment/opening/open-attempt.ts",
    search: 'return attempt.state === "closed" ? undefined : attempt',
    replace: "return attempt",
    spec: "integration-tests/modules/reopening.spec.ts",
    title:
      "does not serve an attempt that was closed while the gateway opened it",
  },
  {
    name: "believes a delivery without a valid signature",
    file: "src/api/hooks/crypto/[provider_id]/observe-delivery.ts",
    search: "if (!verdict.verified && !stale) {",
    replace: "if (false) {",
    spec: "integration-tests/http/before-payment.spec.ts",
    title: "refuses a wrong secret with 401",
  },
]
