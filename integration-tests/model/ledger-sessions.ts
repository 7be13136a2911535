import {
  type Observation,
  observationEffect,
} from "../../src/modules/crypto-payment/attempts/observation"
import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import type CryptoPaymentModuleService from "../../src/modules/crypto-payment/service"
import {
  factOf,
  hasChanges,
  reportedColumns,
} from "../../src/modules/crypto-payment/attempts/observations"
import { found } from "../../src/modules/crypto-payment/attempts/rows"
import { isFree } from "./ledger-queue"
import { copyRow, type LedgerRows } from "./ledger-rows"
import type { ShopProcess } from "./shop-process"

type Service = CryptoPaymentModuleService
type Sessions = Pick<Service["sessions"], keyof Service["sessions"]>
type Observations = Pick<Service["observations"], keyof Service["observations"]>

/** Which payment sessions attempts serve, in memory. */
export function sessionsOf(process: ShopProcess, rows: LedgerRows): Sessions {
  const { sessionLinks } = process.shop
  const linksWhere = (isIt: (session: string, attempt: string) => boolean) =>
    new Map([...sessionLinks].filter((link) => isIt(...link)))
  return {
    findAttempt: async (sessionId) => {
      await process.read()
      const attempt = process.shop.attemptOfSession(sessionId)
      return attempt && copyRow(attempt)
    },
    findIdle: async (sessionIds) => {
      await process.read()
      const served = sessionIds.map((id) => sessionLinks.get(id))
      return process.shop.attempts
        .filter(
          (each) => isFree(each, process.shop.now) && served.includes(each.id)
        )
        .map(copyRow)
    },
    linksOf: async (sessionIds) => {
      await process.read()
      return linksWhere((session) => sessionIds.includes(session))
    },
    linksTo: async (attemptIds) => {
      await process.read()
      return linksWhere((_session, attempt) => attemptIds.includes(attempt))
    },
    attach: async (id, sessionId) =>
      await process.write("ledger_attach_session", () => {
        const attempt = rows.update(
          id,
          ({ superseded_at, state }) =>
            superseded_at === null || state !== "open",
          (attempt) => ({
            payment_session_id: sessionId,
            ...(attempt.state === "open"
              ? {
                  checks: Math.min(attempt.checks, 1),
                  next_check_at: rows.atMost(attempt.next_check_at, 60_000),
                }
              : {}),
          })
        )
        if (attempt) sessionLinks.set(sessionId, id)
        return attempt
      }),
    authorize: async (attempt, sessionId, goneSessionId) =>
      await process.write("ledger_authorize_session", () => {
        const { id, cart_id, payment_collection_id } = attempt
        const competing = rows.find(
          (each) =>
            (cart_id
              ? each.cart_id === cart_id
              : each.payment_collection_id === payment_collection_id) &&
            each.id !== id &&
            each.authorized_session_id !== null &&
            each.state !== "resolved"
        )
        if (competing) return false
        const authorized = rows.update(
          id,
          ({ state, authorized_session_id: holder }) =>
            state !== "resolved" &&
            (holder === null ||
              holder === sessionId ||
              (goneSessionId !== null && holder === goneSessionId)),
          () => ({
            authorized_session_id: sessionId,
            payment_session_id: sessionId,
          })
        )
        return authorized !== undefined
      }),
    renewReturnUrls: async (id, urls) =>
      await process.write("ledger_renew_return_urls", () =>
        rows.update(
          id,
          ({ state }) => state === "creating",
          () => urls
        )
      ),
  }
}

/** Status reports of gateway payments, in memory. */
export function observationsOf(
  process: ShopProcess,
  rows: LedgerRows
): Observations {
  return {
    findAttempt: async (observation) => {
      await process.read()
      const { merchant_id, gateway_payment_id, external_id } = observation
      return (
        rows.find(
          (each) =>
            each.merchant_id === merchant_id &&
            each.gateway_payment_id === gateway_payment_id
        ) ??
        rows.find(
          (each) =>
            each.merchant_id === merchant_id &&
            each.external_id === external_id &&
            each.gateway_payment_id === null &&
            each.state === "creating"
        )
      )
    },
    findRecorded: async (observation) => {
      await process.read()
      const attempt = rows.find(
        ({ merchant_id, gateway_payment_id }) =>
          merchant_id === observation.merchant_id &&
          gateway_payment_id === observation.gateway_payment_id
      )
      if (!attempt || !rows.hasFact(attempt.id, factOf(observation))) {
        return undefined
      }
      const effect = observationEffect(attempt.state, observation.status)
      const isNew =
        effect === "paid" ||
        (effect === "update" &&
          hasChanges(attempt, reportedColumns(attempt, observation)))
      return isNew ? undefined : attempt
    },
    recordKnown: async (observation) =>
      await process.write("ledger_record_observation", () => {
        const known = rows.find(
          ({ merchant_id, gateway_payment_id }) =>
            merchant_id === observation.merchant_id &&
            gateway_payment_id === observation.gateway_payment_id
        )
        return known && recordObservation(rows, known, observation)
      }),
    record: async (id, observation) =>
      await process.write("ledger_record_observation", () =>
        recordObservation(
          rows,
          found(
            id,
            rows.find((each) => each.id === id)
          ),
          observation
        )
      ),
  }
}

function recordObservation(
  rows: LedgerRows,
  attempt: Attempt,
  observation: Observation
): Attempt {
  const { id, state } = attempt
  const { source, status } = observation
  const fact = factOf(observation)
  if (source !== "view") rows.append(id, { type: "observation", source, fact })
  const patch = reportedColumns(attempt, observation)
  switch (observationEffect(state, status)) {
    case "none":
      return attempt
    case "paid": {
      const entry = { type: "paid", source, fact: "paid" } as const
      return found(id, rows.transition(id, "paid", patch, entry))
    }
    case "update":
      return (
        rows.update(
          id,
          () => true,
          () => patch
        ) ?? attempt
      )
  }
}
