import { auditMessages } from "./audit-messages"
import type { Delivery, Messages, NotificationRow } from "./messages"

const shown = (notice_id: string, patch: Partial<NotificationRow> = {}) => ({
  notice_id,
  channel: "feed",
  to: "",
  status: "success",
  is_deleted: false,
  ...patch,
})

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
  payments: [
    { id: "cpay_1", state: "attention", attention_reason: "unmatched" },
  ],
  requests: [{ id: "cpayreq_1", state: "address_entered" }],
  canceledOrders: [],
  notices: [
    ["n1", "attention", "cpay_1", "late_payment", false] as const,
    ["n2", "attention", "cpay_1", "unmatched", true] as const,
    ["n3", "refund_to_send", "cpayreq_1", null, true] as const,
  ].map(([id, kind, subject_id, reason, is_open]) => ({
    ...{ id, kind, subject_id, reason, is_open },
  })),
  notifications: [
    shown("n1", { is_deleted: true }),
    shown("n2"),
    shown("n3"),
    shown("n2", { channel: "email", to: "office@shop.test" }),
    shown("n3", { channel: "email", to: "office@shop.test" }),
  ],
  outbox: [],
}

/** The rules that are broken once something is changed. */
const broken = (patch: Partial<Messages>) =>
  auditMessages({ ...right, ...patch }).map(({ rule }) => rule)

const withoutDelivery = (event_id: string) => ({
  deliveries: right.deliveries.filter(({ data }) => data.event_id !== event_id),
})

const change = <Key extends "notices" | "notifications">(
  key: Key,
  at: number,
  patch: Partial<Messages[Key][number]>
) => ({
  [key]: right[key].map((each, index) =>
    index === at ? { ...each, ...patch } : each
  ),
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
      { outbox: ["e3"] },
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
      "an occurrence without a notice",
      ["notice_count_wrong"],
      { notices: right.notices.slice(1) },
    ],
    [
      "an occurrence with two notices",
      ["notice_count_wrong"],
      {
        notices: [...right.notices, { ...right.notices[0], id: "n9" }],
      },
    ],
    [
      "an address that nobody is told about",
      ["notice_count_wrong", "notice_open_wrong"],
      { notices: right.notices.slice(0, 2) },
    ],
    [
      "a notice that is open while nothing is wrong",
      ["notice_open_wrong"],
      {
        payments: [{ id: "cpay_1", state: "settled", attention_reason: null }],
      },
    ],
    [
      "a notice that was cleared while something is wrong",
      ["notice_open_wrong", "notice_shown_wrong"],
      change("notices", 1, { is_open: false }),
    ],
    [
      "a notice with an outdated reason",
      ["notice_open_wrong"],
      change("notices", 1, { reason: "late_payment" }),
    ],
    [
      "an open notice that is not in the feed",
      ["notice_shown_wrong"],
      change("notifications", 1, { is_deleted: true }),
    ],
    [
      "a cleared notice that is in the feed",
      ["notice_shown_wrong"],
      change("notifications", 0, { is_deleted: false }),
    ],
    [
      "a notice that was twice in the feed",
      ["notice_shown_wrong"],
      {
        notifications: [
          ...right.notifications,
          shown("n1", { is_deleted: true }),
        ],
      },
    ],
    [
      "an e-mail that was not sent",
      ["mail_wrong"],
      change("notifications", 3, { status: "failure" }),
    ],
    [
      "an e-mail about a refund that was not sent",
      ["mail_wrong"],
      change("notifications", 4, { status: "failure" }),
    ],
    [
      "two e-mails to one address",
      ["mail_wrong"],
      {
        notifications: [...right.notifications, right.notifications[3]],
      },
    ],
  ])("finds %s", (_what, rules, patch) => {
    expect(broken(patch)).toEqual(rules)
  })

  it("lets an order be canceled before it is announced", () => {
    expect(
      broken({ ...withoutDelivery("e0"), canceledOrders: ["order_1"] })
    ).toEqual([])
  })
})
