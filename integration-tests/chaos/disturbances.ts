import type { GatewayFaults } from "../support/instances/sandbox-control"
import type { Random } from "../support/random"

/** Writes of core and of the ledger after which a process dies or waits, as regular expressions. */
export const CRASH_POINTS = {
  order: 'insert into "order" ',
  order_of_cart: 'insert into "order_cart"',
  order_of_collection: 'insert into "order_payment_collection"',
  completed_cart: 'update "cart" .*"completed_at"',
  reservation: 'insert into "reservation_item"',
  payment: 'insert into "payment" ',
  capture: 'insert into "capture"',
  order_transaction: 'insert into "order_transaction"',
  credit_line: 'insert into "order_credit_line"',
  refund: 'insert into "refund"',
  canceled_order: 'update "order" .*"canceled_at"',
  deleted_order: 'update "order" .*"deleted_at"',
  session: 'insert into "payment_session"',
  replaced_session: 'delete from "payment_session"',
  collection: 'update "payment_collection"',
  attempt: 'insert into "crypto_payment" ',
  session_of_attempt: 'insert into "crypto_payment_session"',
  changed_attempt: 'update "crypto_payment" set',
  recorded_refund: 'insert into "crypto_payment_refund"',
  refund_request: 'insert into "crypto_refund_request"',
  refund_address: 'update "crypto_refund_request"',
  unpaid_order: 'insert into "crypto_unpaid_order"',
  event: 'insert into "crypto_payment_outbox"',
} as const

export type CrashPoint = keyof typeof CRASH_POINTS

const crashPoints = Object.keys(CRASH_POINTS) as CrashPoint[]

export type Disturbance =
  | { kind: "gateway"; faults: GatewayFaults }
  /** The gateway's clock leaps: countdowns end, waiting webhooks come. */
  | { kind: "clock"; seconds: number }
  /** So many of the database's connections are cut. */
  | { kind: "cut_database"; connections: number }
  /** The database takes no connection for so long. */
  | { kind: "database_outage"; seconds: number }
  /** Redis does not answer for so long, and has lost its events then; without Redis nothing happens. */
  | { kind: "redis_outage"; seconds: number }
  /** The ledger is copied; later, with all processes dead, the copy is put back. */
  | { kind: "back_up_ledger" }
  | { kind: "lose_ledger" }
  /** Right after this write, where one comes soon, its caller waits for so long. */
  | { kind: "hold"; at: CrashPoint; holdMs: number }
  /** One Medusa is killed, and started again after a while. */
  | {
      kind: "kill"
      /** Right after this write, where one comes soon; null at any moment. */
      at: CrashPoint | null
      /** Picks one of those that run. */
      member: number
      /** All of them at once, in place of one. */
      all: boolean
      afterMs: number
      downMs: number
      /** Whether so much time passes meanwhile that its leases run out. */
      longDown: boolean
    }

/** One disturbance, but for kills, which are few and counted. */
export function planDisturbance(random: Random): Disturbance {
  const kind = random.weighted({
    webhooks: 5,
    requests: 5,
    clock: 1.2,
    cut_database: 1,
    hold: 4,
    database_outage: 0.4,
    redis_outage: 0.4,
  })
  switch (kind) {
    case "webhooks":
      return { kind: "gateway", faults: { webhooks: [webhookFault(random)] } }
    case "requests":
      return { kind: "gateway", faults: { requests: [requestFault(random)] } }
    case "clock":
      return {
        kind,
        seconds: random.pick([30, 120, 600, 1_200, 3_700, 7_200]),
      }
    case "hold":
      return {
        kind,
        at: random.pick(crashPoints),
        holdMs: random.whole(200, 4_000),
      }
    case "database_outage":
    case "redis_outage":
      return { kind, seconds: random.whole(4, 20) }
    case "cut_database":
      return { kind, connections: random.whole(1, 4) }
  }
}

export function planKill(random: Random): Disturbance {
  return {
    kind: "kill",
    at: random.chance(0.75) ? random.pick(crashPoints) : null,
    member: random.whole(0, 5),
    all: random.chance(0.3),
    afterMs: random.whole(0, 1_500),
    downMs: random.whole(0, 1_500),
    longDown: random.chance(0.5),
  }
}

function webhookFault(random: Random) {
  const kind = random.weighted({
    drop: 6,
    duplicate: 3,
    reorder: 2,
    corrupt: 2,
    lose_answer: 3,
    stale: 2,
    delay: 2,
  })
  const count = random.whole(1, 6)
  switch (kind) {
    case "stale":
      // Older than the tolerance, up to more than the hour of retries.
      return { kind, count, seconds: random.whole(400, 7_200) }
    case "delay":
    case "reorder":
      return { kind, count, seconds: random.whole(1, 4) }
    default:
      return { kind, count }
  }
}

function requestFault(random: Random) {
  const kind = random.weighted({
    slow: 2,
    error: 4,
    rate_limit: 2,
    broken_json: 2,
    html: 1,
    cut: 2,
  })
  return {
    kind,
    count: random.whole(1, kind === "error" ? 8 : 4),
    when: random.pick(["before", "after"] as const),
    // Any request, or mostly those that matter.
    ...(random.chance(0.5)
      ? { endpoint: random.pick(["create_widget", "read", "list"]) }
      : {}),
    ...(kind === "slow" ? { seconds: random.whole(1, 3) } : {}),
    ...(kind === "rate_limit" && random.chance(0.5)
      ? { retry_after_seconds: random.whole(1, 3) }
      : {}),
  }
}
