import { faultsOfOpening } from "./law-of-opening"
import { copyRow, isFor, type LedgerRows, MAX_OPEN } from "./ledger-rows"
import type { ShopProcess } from "./shop-process"
import {
  found,
  type TimelineEntry,
} from "../../src/modules/crypto-payment/attempts/rows"
import type CryptoPaymentModuleService from "../../src/modules/crypto-payment/service"

type Service = CryptoPaymentModuleService
type Attempts = Pick<Service["attempts"], keyof Service["attempts"]>
type Timeline = Pick<Service["timeline"], "append">

/** The attempts, in memory. */
export function attemptsOf(process: ShopProcess, rows: LedgerRows): Attempts {
  const { shop } = process
  const find: Attempts["find"] = async (id) => {
    await process.read()
    return rows.find((each) => each.id === id)
  }
  return {
    find,
    retrieve: async (id) => found(id, await find(id)),
    create: async (row, source) =>
      await process.write("ledger_create_attempt", () =>
        rows.insert(row, source)
      ),
    createWithin: async (row, source) =>
      await process.write("ledger_create_attempt", () => {
        shop.faults.push(...faultsOfOpening(process, row))
        const { cart_id, payment_collection_id } = row
        const subject = cart_id
          ? { cart_id }
          : { payment_collection_id: payment_collection_id ?? "" }
        const open = shop.attempts.filter(
          (each) =>
            isFor(each, subject) &&
            (each.state === "creating" || each.state === "open")
        )
        if (open.length < MAX_OPEN) return rows.insert(row, source)
        shop.met.count("limit of open attempts reached")
        return "limit_reached" as const
      }),
    findRevisions: async (merchantId, subject) => {
      await process.read()
      const all = shop.attempts
        .filter(
          (each) => each.merchant_id === merchantId && isFor(each, subject)
        )
        .sort((one, other) => other.revision - one.revision)
      const usable = all.filter(({ state, superseded_at }) =>
        state === "creating" || state === "open"
          ? superseded_at === null
          : state !== "closed" && state !== "resolved"
      )
      return { highest: all[0]?.revision ?? 0, usable: usable.map(copyRow) }
    },
    transition: async (id, to, patch, entry, event, owner) =>
      await process.write(`ledger_transition_to_${to}`, () => {
        const attempt = rows.transition(id, to, patch, entry, owner)
        return attempt && { attempt, event: event ? rows.enqueue(event) : null }
      }),
    expire: async (id, _unpaid, owner) =>
      await process.write("ledger_transition_to_closed", () => {
        const entry = { type: "closed", source: "decision" } as const
        const attempt = rows.transition(id, "closed", {}, entry, owner)
        return attempt && { attempt, event: null }
      }),
    markVerified: async ({ id, gateway_amount, gateway_currency }) =>
      await process.write("ledger_mark_verified", () => {
        rows.update(
          id,
          (now) =>
            now.state === "settled" &&
            now.gateway_amount === gateway_amount &&
            now.gateway_currency === gateway_currency,
          () => ({ verified_at: shop.date, next_check_at: null })
        )
        return found(
          id,
          rows.find((each) => each.id === id)
        )
      }),
    verifyAgain: async (id) =>
      await process.write("ledger_verify_again", () => {
        rows.update(
          id,
          ({ state }) => state === "settled",
          () => ({ verified_at: null, next_check_at: shop.date })
        )
      }),
    restateAttention: async (id, fact, owner) =>
      await process.write("ledger_restate_attention", () =>
        rows.update(
          id,
          ({ state, lease_owner }) =>
            state === "attention" && (!owner || lease_owner === owner),
          () => ({ attention_fact: fact })
        )
      ),
    supersede: async (read, source) =>
      await process.write("ledger_supersede", () => {
        const row = rows.update(
          read.id,
          ({ state, superseded_at, payment_session_id }) =>
            state === "open" &&
            superseded_at === null &&
            payment_session_id === read.payment_session_id,
          () => ({
            superseded_at: shop.date,
            checks: 0,
            next_check_at: rows.inMs(60_000),
          })
        )
        const fact = "superseded"
        if (row) rows.append(row.id, { type: fact, source, fact })
        return row
      }),
    nameNetwork: async ({ id, crypto_currency: coin }, crypto_network) => {
      await process.write("ledger_name_network", () =>
        rows.update(
          id,
          (row) => row.crypto_currency === coin && row.crypto_network === null,
          () => ({ crypto_network })
        )
      )
    },
    findShown: async (cartId, used) => {
      const usedIds = [...used]
      await process.read()
      return shop.attempts
        .filter(
          ({ id, cart_id, state }) =>
            cart_id === cartId &&
            (!["creating", "closed"].includes(state) || usedIds.includes(id))
        )
        .sort((one, other) => other.revision - one.revision)
        .map(copyRow)
    },
  }
}

/** The timeline, in memory. */
export function timelineOf(process: ShopProcess, rows: LedgerRows): Timeline {
  return {
    append: async (id: string, entry: TimelineEntry) =>
      await process.write("ledger_append_event", () => rows.append(id, entry)),
  }
}
