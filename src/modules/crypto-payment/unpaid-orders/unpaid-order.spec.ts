import fc from "fast-check"
import { paymentOutcome } from "../../../gateway"
import { ATTEMPT_STATES, type AttemptState } from "../column-values"
import { decideUnpaidOrder, type UnpaidOrderFacts } from "./unpaid-order"

const HOUR_MS = 60 * 60_000
const now = new Date("2026-01-02T00:00:00Z")
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
const euro = (amount: string) => ({ amount, currency_code: "eur" })

/** An order whose time to pay ended an hour ago; its payments have ended too. */
const overdue: UnpaidOrderFacts = {
  now,
  since: hoursAgo(25),
  order: { canceled: false, pending: euro("5.00") },
  cancel_at: hoursAgo(1),
  half_done: false,
  has_payment: false,
  awaits_payment: false,
  attempts: [attempt("closed", "expired")],
}

/** A hosted page. */
function attempt(
  state: AttemptState,
  gateway_status: string | null,
  crypto_currency: string | null = null,
  flow: "widget" | "h2h" = "widget"
): UnpaidOrderFacts["attempts"][number] {
  const coin = { crypto_currency, wallet_address: null }
  return { state, gateway_status, flow, ...coin }
}

const attempts = (...states: AttemptState[]) => ({
  attempts: states.map((state) => attempt(state, "expired")),
})

const page = { attempts: [attempt("open", "created")] }

const cancel = { type: "cancel" }
const forget = { type: "forget" }
const held = { type: "wait", ms: 5 * 60_000 }
const soon = { type: "wait", ms: 60_000 }

describe("an unpaid order", () => {
  const canceled = { order: { canceled: true, pending: euro("5.00") } }
  const notPlaced = { order: null, cancel_at: null }
  const late = { cancel_at: hoursAgo(7 * 24) }

  it.each<[string, Partial<UnpaidOrderFacts>]>([
    ["after its time", {}],
    ["without any payment", attempts()],
    ["where what came for it was sent back", attempts("resolved")],
    ["after its time where core never ended it", { half_done: true }],
    [
      "beside one that the gateway never had",
      { attempts: [attempt("closed", null)] },
    ],
    ["beside a page where no coin was chosen for a week", { ...page, ...late }],
    [
      "beside one that is being opened for a week",
      { ...attempts("creating"), ...late },
    ],
    [
      "beside one that another provider awaits for a week",
      { awaits_payment: true, ...late },
    ],
  ])("is canceled %s", (_case, patch) => {
    expect(decideUnpaidOrder({ ...overdue, ...patch }, "all")).toEqual(cancel)
  })

  it.each<[string, Partial<UnpaidOrderFacts>]>([
    ["by a page that may still be paid", page],
    [
      "by one that was closed while its coins may come, without end",
      { attempts: [attempt("closed", "pending")], ...late },
    ],
    [
      "by one whose coins are on their way, without end",
      { attempts: [attempt("open", "pending")], ...late },
    ],
    [
      "by one whose coin was chosen, without end",
      { attempts: [attempt("open", "created", "BTC")], ...late },
    ],
    [
      "by one whose address was shown, without end",
      { attempts: [attempt("open", "created", null, "h2h")], ...late },
    ],
    [
      "by one in a status that is not known, without end",
      { attempts: [attempt("open", "on_hold")], ...late },
    ],
    ["by one that is being opened", attempts("creating")],
    ["by confirmed money", attempts("closed", "paid")],
    [
      "by confirmed money that needs attention, without end",
      { ...attempts("attention"), cancel_at: hoursAgo(1_000) },
    ],
    ["by a payment that another provider awaits", { awaits_payment: true }],
    ["where it has ended already", { cancel_at: null }],
    [
      "where its summary cannot be read",
      { order: { canceled: false, pending: null } },
    ],
  ])("is held %s", (_case, patch) => {
    expect(decideUnpaidOrder({ ...overdue, ...patch }, "all")).toEqual(held)
  })

  it.each<[string, Partial<UnpaidOrderFacts>, object]>([
    [
      "waits until its time is over",
      { cancel_at: new Date(now.getTime() + 7_000) },
      { type: "wait", ms: 7_000 },
    ],
    [
      "is looked at soon while core has not ended its completion",
      { cancel_at: hoursAgo(-1), half_done: true },
      soon,
    ],
    ["is forgotten once it is paid", { has_payment: true }, forget],
    [
      "is forgotten where nothing is due any more",
      { order: { canceled: false, pending: euro("0.00") } },
      forget,
    ],
    ["ends once it is canceled", canceled, { type: "end" }],
    [
      "ends once it is canceled, whatever has paid for it",
      { ...canceled, has_payment: true },
      { type: "end" },
    ],
    [
      "has its stock released where it has ended",
      { ...canceled, cancel_at: null },
      { type: "release_stock" },
    ],
    [
      "is waited for while it is being placed",
      { ...notPlaced, since: hoursAgo(0.1) },
      soon,
    ],
    ["is forgotten where it was not placed", notPlaced, forget],
  ])("%s", (_case, patch, decision) => {
    expect(decideUnpaidOrder({ ...overdue, ...patch }, "all")).toEqual(decision)
  })

  it("has its payments read and ended first", () => {
    expect(decideUnpaidOrder(overdue, "none")).toEqual({ type: "end_attempts" })
  })

  it("is held where the gateway did not answer about all of them, without end", () => {
    expect(decideUnpaidOrder(overdue, "some")).toEqual(held)
    const decision = decideUnpaidOrder({ ...overdue, ...late }, "some")
    expect(decision).toEqual(held)
  })

  it("is never canceled before its time, while money is there, or twice", () => {
    const anyFacts: fc.Arbitrary<UnpaidOrderFacts> = fc.record({
      now: fc.constant(now),
      since: fc.constantFrom(hoursAgo(0), hoursAgo(200)),
      order: fc.option(
        fc.record({
          canceled: fc.boolean(),
          pending: fc.option(
            fc.constantFrom(euro("5.00"), euro("0.00"), euro("-5.00"))
          ),
        })
      ),
      cancel_at: fc.option(
        fc.integer({ min: -500, max: 500 }).map((hours) => hoursAgo(hours))
      ),
      half_done: fc.boolean(),
      has_payment: fc.boolean(),
      awaits_payment: fc.boolean(),
      attempts: fc.array(
        fc.record({
          state: fc.constantFrom(...ATTEMPT_STATES),
          gateway_status: fc.constantFrom(
            "created",
            "pending",
            "expired",
            null
          ),
          flow: fc.constantFrom("widget", "h2h"),
          crypto_currency: fc.constantFrom("BTC", null),
          wallet_address: fc.constant(null),
        }),
        { maxLength: 3 }
      ),
    })
    let canceled = 0
    fc.assert(
      fc.property(
        anyFacts,
        fc.constantFrom("none", "some", "all"),
        (facts, reading) => {
          if (decideUnpaidOrder(facts, reading).type !== "cancel") return
          canceled++
          const { order, cancel_at } = facts
          expect(order).toMatchObject({ canceled: false })
          expect(Number(order?.pending?.amount)).toBeGreaterThan(0)
          expect(Number(cancel_at)).toBeLessThanOrEqual(Number(now))
          expect(facts.has_payment).toBe(false)
          expect(reading).not.toBe("some")
          for (const { state, ...rest } of facts.attempts) {
            expect(["paid", "attention"]).not.toContain(state)
            const { gateway_status: status, crypto_currency: coin } = rest
            if (state !== "open" && state !== "closed") continue
            if (state === "closed" && status === null) continue
            if (paymentOutcome(status ?? "") !== "open") continue
            expect([status, coin, rest.flow]).toEqual([
              "created",
              null,
              "widget",
            ])
          }
        }
      ),
      { numRuns: 5_000 }
    )
    expect(canceled).toBeGreaterThan(10)
  })
})
