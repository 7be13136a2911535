import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { auditBooks, RULES } from "./index"
import type { Delivery, Messages, Tables } from "./read-books"

type NotificationRow = Messages["notifications"][number]

const empty: Tables = {
  ledger: [],
  payments: [],
  orders: [],
  carts: [],
  collections: [],
  reservations: [],
  levels: [],
  refunds: [],
  requests: [],
}

const shown = (event_id: string, patch: Partial<NotificationRow> = {}) => ({
  event_id,
  channel: "feed",
  to: "",
  status: "success",
  ...patch,
})

const mailed = (event_id: string, status = "success") =>
  shown(event_id, { channel: "email", to: "office@shop.test", status })

const delivery = (
  name: string,
  event_id: string,
  data: Record<string, unknown> = {}
): Delivery => ({
  name: `crypto_payment.${name}`,
  data: { id: "cpay_1", event_id, ...data },
})

const entry = (type: string, data: Record<string, unknown> | null = null) => ({
  crypto_payment_id: "cpay_1",
  type,
  data,
})

/** A payment that needed attention, was settled, and needs it again; and a refund that can be sent. */
const right: Messages = {
  deliveries: [
    delivery("awaiting_payment", "e0", { order_id: "order_1" }),
    delivery("attention_required", "e1", { reason: "late_payment" }),
    delivery("settled", "e2"),
    delivery("settled", "e2"),
    delivery("attention_required", "e3", { reason: "unmatched" }),
    delivery("refund_address_entered", "e4"),
  ],
  timeline: [
    entry("placed_unpaid", { order_id: "order_1" }),
    entry("paid"),
    entry("attention"),
    entry("settled"),
    entry("attention"),
    entry("refund_address_entered", { request_id: "cpayreq_1" }),
  ],
  attempts: [
    { id: "cpay_1", state: "attention", attention_reason: "unmatched" },
  ],
  canceledOrders: [],
  notifications: [
    shown("e1"),
    shown("e3"),
    shown("e4"),
    mailed("e3"),
    mailed("e4", "failure"),
    mailed("e4"),
  ],
  outbox: [],
}

/** The rules that are broken once something is changed. */
const broken = (patch: Partial<Messages>) =>
  auditBooks(
    [],
    empty,
    {},
    { messages: { ...right, ...patch } }
  ).violations.map(({ rule }) => rule)

const withoutDelivery = (event_id: string) => ({
  deliveries: right.deliveries.filter(({ data }) => data.event_id !== event_id),
})

describe("the auditor of messages", () => {
  it("finds nothing where nothing is wrong, also where an event came twice", () => {
    expect(broken({})).toEqual([])
  })

  it.each<[string, string[], Partial<Messages>]>([
    [
      "an event that no subscriber got",
      ["event_not_delivered"],
      withoutDelivery("e3"),
    ],
    [
      "an unpaid order that was not announced",
      ["event_not_delivered"],
      withoutDelivery("e0"),
    ],
    [
      "an unpaid order that was announced twice",
      ["event_not_delivered"],
      {
        deliveries: [
          ...right.deliveries,
          delivery("awaiting_payment", "e9", { order_id: "order_1" }),
        ],
      },
    ],
    [
      "an event that is still in the outbox",
      ["event_left"],
      { outbox: [{ id: "e3" }] },
    ],
    [
      "an event of something that did not happen",
      ["event_invented"],
      { deliveries: [...right.deliveries, delivery("settled", "e9")] },
    ],
    [
      "an event of a payment that is not there",
      ["event_invented"],
      {
        deliveries: [
          ...right.deliveries,
          delivery("expired", "e9", { id: "cpay_2" }),
        ],
      },
    ],
    [
      "an event that was delivered with other content",
      ["event_differs"],
      {
        deliveries: [
          ...right.deliveries,
          delivery("settled", "e2", { order_id: "order_2" }),
        ],
      },
    ],
    [
      "a payment that needs attention and is not in the feed",
      ["feed_wrong"],
      {
        notifications: right.notifications.filter(
          ({ event_id }) => event_id !== "e3"
        ),
      },
    ],
    [
      "an event that is twice in the feed",
      ["feed_wrong"],
      { notifications: [...right.notifications, shown("e4")] },
    ],
    [
      "an e-mail that was not sent",
      ["mail_wrong"],
      {
        notifications: [shown("e1"), shown("e3"), mailed("e3", "failure")],
      },
    ],
    [
      "two e-mails to one address",
      ["mail_wrong"],
      { notifications: [...right.notifications, mailed("e3")] },
    ],
  ])("finds %s", (_what, rules, patch) => {
    expect(broken(patch)).toEqual(rules)
  })

  it("lets an order be canceled before it is announced", () => {
    expect(
      broken({ ...withoutDelivery("e0"), canceledOrders: [{ id: "order_1" }] })
    ).toEqual([])
  })
})

/** A rule that no corruption reaches could be broken unseen. */
it("finds by each of the auditor's rules, in one of these specs", () => {
  const texts = readdirSync(__dirname)
    .filter((name) => name.endsWith(".spec.ts"))
    .map((name) => readFileSync(path.join(__dirname, name), "utf8"))
  const isProven = (name: string) =>
    texts.some((text) => new RegExp(`"${name}[": ]`).test(text))
  const names = RULES.map(({ name }) => name)
  expect(names.filter((name) => !isProven(name))).toEqual([])
})
