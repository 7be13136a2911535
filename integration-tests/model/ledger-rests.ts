import {
  type Attempt,
  checkAllowed,
  type CryptoPaymentModuleService,
  formatExternalId,
  isOfPrice,
  mayBeCompleted,
  restToAskFor,
} from "../../src/modules/crypto-payment/internal"
import {
  actionFactsOf,
  attemptOf,
  restsOf,
  supersedeRests,
} from "./ledger-parts"
import { isFor, type LedgerRows } from "./ledger-rows"
import type { ShopProcess } from "./shop-process"

type Service = CryptoPaymentModuleService["rests"]

/** The attempts that ask for the rest of an underpaid one, in memory. */
export function restLedgerOf(
  process: ShopProcess,
  rows: LedgerRows
): Pick<Service, keyof Service> {
  const { shop } = process
  return {
    list: async (id) => {
      await process.read()
      return restsOf(shop, id)
    },
    ask: async (id, by) =>
      await process.write("ledger_ask_for_rest", () => {
        const facts = actionFactsOf(shop, id)
        checkAllowed("ask_for_rest", facts)
        const asking = facts.rests.find(
          ({ state, superseded_at }) =>
            superseded_at === null && (state === "creating" || state === "open")
        )
        return asking ?? create(process, rows, facts.attempt, by)
      }),
    complete: async ({ id, rest_of, amount }) =>
      await process.write("ledger_complete_by_rest", () => {
        if (rest_of === null || amount === null) return false
        const { attempt, refunds, requests } = actionFactsOf(shop, rest_of)
        if (attempt.rest_id === id) return true
        const given = [...refunds, ...requests]
        if (!mayBeCompleted(attempt, given.some(isOfPrice))) return false
        rows.update(
          rest_of,
          () => true,
          () => ({ rest_id: id, rest_amount: amount, next_check_at: shop.date })
        )
        shop.met.count("a payment completed by its rest")
        supersedeRests(shop, rows, rest_of)
        return true
      }),
  }
}

function create(
  { shop }: ShopProcess,
  rows: LedgerRows,
  first: Attempt,
  source: string
): Attempt {
  const { id, cart_id, payment_collection_id, merchant_id } = first
  const price = restToAskFor(first)
  const subject = cart_id ?? payment_collection_id
  if (!price || !subject) throw new Error("No rest of it can be asked for.")
  const highest = Math.max(
    ...shop.attempts
      .filter((each) =>
        isFor(each, cart_id ? { cart_id } : { payment_collection_id: subject })
      )
      .map(({ revision }) => revision)
  )
  const rest = rows.insert(
    {
      provider_id: first.provider_id,
      merchant_id,
      flow: "widget",
      external_id: formatExternalId(subject, highest + 1),
      revision: highest + 1,
      cart_id,
      payment_collection_id,
      amount: price.amount,
      currency_code: price.currency_code,
      is_test: first.is_test,
      rest_of: id,
    },
    source
  )
  if (!rest) throw new Error("The model has no free external_id for a rest.")
  return attemptOf(shop, rest.id)
}
