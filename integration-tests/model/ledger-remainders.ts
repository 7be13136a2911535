import { notAllowed } from "../../src/medusa-errors"
import { MAX_OPEN_ATTEMPTS } from "../../src/modules/crypto-payment/attempts/attempts"
import {
  allowedActions,
  type Attempt,
  checkAllowed,
  chooseRemainder,
  type CryptoPaymentModuleService,
  formatExternalId,
  isAsking,
  isOfPrice,
  isPricedAt,
  mayBeCompleted,
  type RemainderTerms,
  remainderToRequest,
  remainderToRestore,
} from "../../src/modules/crypto-payment/internal"
import {
  actionFactsOf,
  attemptOf,
  remaindersOf,
  supersedeRemainders,
} from "./ledger-parts"
import { isFor, type LedgerRows } from "./ledger-rows"
import type { ShopProcess } from "./shop-process"

type Service = CryptoPaymentModuleService["remainders"]

/** The attempts that ask for the remainder of an underpaid one, in memory. */
export function remainderLedgerOf(
  process: ShopProcess,
  rows: LedgerRows
): Pick<Service, keyof Service> {
  const { shop } = process
  return {
    list: async (id) => {
      await process.read()
      return remaindersOf(shop, id)
    },
    ask: async (id, terms, by) =>
      await process.write("ledger_request_remainder", () => {
        const facts = actionFactsOf(shop, id)
        checkAllowed("request_remainder", facts)
        const price = remainderToRequest(facts.attempt)
        const asking = facts.remainders.find(
          (each) => isAsking(each) && isPricedAt(each, price)
        )
        if (asking) return asking
        supersedeRemainders(shop, rows, id)
        return create(process, rows, facts.attempt, terms, by)
      }),
    open: async (id, terms) =>
      await process.write("ledger_open_remainder", () => {
        const facts = actionFactsOf(shop, id)
        checkAllowed("request_remainder", facts)
        const price = remainderToRequest(facts.attempt)
        const { remainders } = facts
        const choice = chooseRemainder(
          remainders,
          terms,
          price,
          MAX_OPEN_ATTEMPTS
        )
        if (typeof choice === "object") return choice.use
        if (choice !== "create") throw notAllowed(choice)
        supersedeRemainders(shop, rows, id)
        shop.met.count("a remainder opened by its customer")
        return create(process, rows, facts.attempt, terms, "session")
      }),
    restore: async (id, remainderId) =>
      await process.write("ledger_restore_remainder", () => {
        const facts = actionFactsOf(shop, id)
        if (!allowedActions(facts).includes("request_remainder")) return
        const price = remainderToRequest(facts.attempt)
        const found = remainderToRestore(facts.remainders, remainderId, price)
        if (!found) return
        rows.update(
          found.id,
          () => true,
          () => ({ superseded_at: null })
        )
        rows.append(found.id, { type: "restored", source: "session" })
        shop.met.count("a remainder restored after the gateway refused another")
      }),
    // Nobody in the model reads the event that it decides about.
    isAskedByAdmin: async () => {
      await process.read()
      return true
    },
    complete: async ({ id, remainder_of, amount }) =>
      await process.write("ledger_complete_by_remainder", () => {
        if (remainder_of === null || amount === null) return false
        const { attempt, refunds, requests } = actionFactsOf(shop, remainder_of)
        if (attempt.remainder_id === id) return true
        const given = [...refunds, ...requests]
        if (!mayBeCompleted(attempt, given.some(isOfPrice))) return false
        rows.update(
          remainder_of,
          () => true,
          () => ({
            remainder_id: id,
            remainder_amount: amount,
            next_check_at: shop.date,
          })
        )
        shop.met.count("a payment completed by its remainder")
        supersedeRemainders(shop, rows, remainder_of)
        return true
      }),
  }
}

function create(
  { shop }: ShopProcess,
  rows: LedgerRows,
  first: Attempt,
  terms: RemainderTerms,
  source: string
): Attempt {
  const { id, cart_id, payment_collection_id, merchant_id } = first
  const price = remainderToRequest(first)
  const subject = cart_id ?? payment_collection_id
  if (!price || !subject) {
    throw new Error("No remainder of it can be asked for.")
  }
  const highest = Math.max(
    ...shop.attempts
      .filter((each) =>
        isFor(each, cart_id ? { cart_id } : { payment_collection_id: subject })
      )
      .map(({ revision }) => revision)
  )
  const remainder = rows.insert(
    {
      ...terms,
      merchant_id,
      external_id: formatExternalId(subject, highest + 1),
      revision: highest + 1,
      cart_id,
      payment_collection_id,
      amount: price.amount,
      currency_code: price.currency_code,
      is_test: first.is_test,
      remainder_of: id,
    },
    source
  )
  if (!remainder) {
    throw new Error("The model has no free external_id for a remainder.")
  }
  return attemptOf(shop, remainder.id)
}
