import { integration, unit, type Mutant } from "../mutant"

const ledger = "src/modules/crypto-payment/ledger"
const domain = "modules/crypto-payment/domain"
const settle = "src/workflows/settle-crypto-payment"

const requests = (title: string) =>
  integration("http/refund-requests.spec.ts", title)
const rests = (title: string) => integration("http/rest.spec.ts", title)
const law = integration(
  "model/law.spec.ts",
  "each confirmed payment ends as one paid order or needs attention"
)

/** Refunds that a customer asked for, payments that fall short, and their rests. */
export const refundRequestMutants: Mutant[] = [
  {
    name: "places an order for money that is promised to a customer",
    file: `${ledger}/refunds.ts`,
    search: "return (await ledger.refundRequests.listOpen(id)).some(isOfPrice)",
    replace: "return false",
    killedBy: law,
  },
  {
    name: "promises what another request promises already",
    file: `${ledger}/refund-requests.ts`,
    search: `const given = [...refunds, ...requests]
      const terms = refundTerms(attempt, asked, given)`,
    replace: "const terms = refundTerms(attempt, asked, refunds)",
    killedBy: requests("stays within what is left, by refunds and other"),
  },
  {
    name: "makes a late link valid whatever was given back since",
    file: `${ledger}/refund-requests.ts`,
    search:
      "if (!isCovered(attempt, request, given)) throw notCovered(request)",
    replace: "",
    killedBy: requests("expires, holds nothing back then, and can be made"),
  },
  {
    name: "takes a second address for a refund",
    file: `${ledger}/request-addresses.ts`,
    search: "if (!isAddressOf(request, attempt, checked.address)) {",
    replace: "if (false) {",
    killedBy: requests("takes one address; another one needs the merchant's"),
  },
  {
    name: "takes an address at a link that was replaced at this moment",
    file: `${ledger}/refund-requests.ts`,
    search: "if (!hasLink(request, link_hash)) throw unknownRefundLink()",
    replace: "",
    killedBy: requests("takes no address at a link that is replaced meanwhile"),
  },
  {
    name: "sends a refund with the transaction of another one",
    file: `${ledger}/refunds.ts`,
    search: "await checkUnused(db, attempt, transaction_hash)",
    replace: "",
    killedBy: requests("does not take a transaction of another refund"),
  },
  {
    name: "records coins as sent that went to a former address",
    file: `${ledger}/record-refund.ts`,
    search: "checkSentTo(request, attempt, address)",
    replace: "",
    killedBy: requests("is not recorded as sent to an address that it has not"),
  },
  {
    name: "revokes a refund whose coins are being sent",
    file: `src/${domain}/refund-request.ts`,
    search: "if (sending_at === null) return",
    replace: "return",
    killedBy: requests("whose coins are being sent is neither revoked nor"),
  },
  {
    name: "sends a refund that is not covered any more",
    file: `${ledger}/record-refund.ts`,
    search: "if (!isCovered(attempt, request, refunds)) {",
    replace: "if (false) {",
    killedBy: requests("is refused once a refund was recorded beside it"),
  },
  {
    name: "books a surplus in Medusa, which never captured it",
    file: "src/workflows/record-crypto-refund.ts",
    search: '{ crypto_payment_id: attemptId, kind: "price" }',
    replace: "{ crypto_payment_id: attemptId }",
    killedBy: requests("returns a surplus first, which is never booked"),
  },
  {
    name: "completes a cart whose money was sent back",
    file: "src/providers/crypto/cart-guards.ts",
    search: "if (attempt && (await isSentBack(ledger, attempt))) {",
    replace: "if (false) {",
    killedBy: requests("is no order where the process ended right after its"),
  },
  {
    name: "lets a rest complete a payment that a person decided about",
    file: `${ledger}/rests.ts`,
    search: "if (!mayBeCompleted(first, given.some(isOfPrice))) return false",
    replace: "",
    killedBy: rests("does not complete a payment that is accepted meanwhile"),
  },
  {
    name: "asks for the same rest twice",
    file: `${ledger}/rests.ts`,
    search: "return asked ?? (await create(db, facts.attempt, by))",
    replace: "return await create(db, facts.attempt, by)",
    killedBy: rests("is asked for once by two admins at once"),
  },
  {
    name: "captures both parts of a payment as the first one",
    file: `${settle}/payment-session.ts`,
    search: `facts.attempt.rest_amount === null
              ? session.amount
              : nextCapture(facts, String(session.amount))`,
    replace: "session.amount",
    killedBy: rests("of a hosted payment settles both as one order"),
  },
  {
    name: "lets Medusa's own capture take both parts at once",
    file: "src/providers/crypto/service.ts",
    search: "if (!isNext) throw errors.capturedInParts()",
    replace: "",
    killedBy: rests("is captured for its parts only where an admin captures"),
  },
  {
    name: "leaves a capture that core was stopped in",
    file: `${settle}/execute-decision.ts`,
    search: "await removeUnfinishedCapture(container, attempt)",
    replace: "",
    killedBy: rests("is captured once where the process ended within the last"),
  },
  {
    name: "gives back more of an underpaid payment than arrived",
    file: `src/${domain}/refunds.ts`,
    search: "const missing = difference.amount ?? 0",
    replace: "const missing = 0",
    killedBy: unit(
      `${domain}/refund-amount.spec.ts`,
      "is what arrived, also once it is resolved"
    ),
  },
  {
    name: "settles a payment of which too few coins arrived",
    file: `src/${domain}/decide.ts`,
    search: 'if (shortfall.type !== "accepted" && !facts.payment?.captured) {',
    replace: "if (false) {",
    killedBy: integration(
      "http/underpaid.spec.ts",
      "needs attention, and settles once when an admin accepts it"
    ),
  },
  {
    name: "lets the browser complete a cart with too few coins",
    file: `src/${domain}/authorization.ts`,
    search: '|| facts.shortfall.type !== "accepted"',
    replace: "",
    killedBy: unit(
      `${domain}/authorization.spec.ts`,
      "while what arrived is awaited"
    ),
  },
]
