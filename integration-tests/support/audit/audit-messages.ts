import type { Entry, Messages, NoticeRow } from "./messages"
import type { Rule, Violation } from "./report"

/** The event that tells other code of an entry in a timeline: one for each entry. */
const EVENT_OF: Record<string, string> = {
  settled: "crypto_payment.settled",
  attention: "crypto_payment.attention_required",
  resolved: "crypto_payment.resolved",
  refund_requested: "crypto_payment.refund_requested",
  refund_address_entered: "crypto_payment.refund_address_entered",
  refund_recorded: "crypto_payment.refund_sent",
}

/** Entries after which a payment needs no attention any more. */
const ENDS_ATTENTION = ["settled", "resolved", "closed", "paid"]

/**
 * Each event reached a subscriber at least once, and none was invented; each occurrence has exactly
 * one notice, and each open one exactly one entry in the feed. Pure; shares no code with the plugin.
 */
export function auditMessages(messages: Messages): Violation[] {
  return [
    ...auditEvents(messages),
    ...auditUnpaidOrderEvents(messages),
    ...auditAttention(messages),
    ...auditRefunds(messages),
    ...messages.notices.flatMap((notice) => auditFeed(messages, notice)),
    ...messages.notices.flatMap((notice) => auditMails(messages, notice)),
  ]
}

function auditEvents({
  deliveries,
  timeline,
  payments,
  outbox,
}: Messages): Violation[] {
  const expected = countBy(
    timeline
      .filter(({ type }) => type in EVENT_OF)
      .map(({ crypto_payment_id, type }) =>
        [crypto_payment_id, EVENT_OF[type]].join(" ")
      )
  )
  const first = new Map<unknown, string>()
  const differing = deliveries.filter(({ name, data }) => {
    const content = `${name} ${JSON.stringify(data)}`
    const known = first.get(data.event_id)
    if (known === undefined) first.set(data.event_id, content)
    return known !== undefined && known !== content
  })
  const names = new Set(Object.values(EVENT_OF))
  const distinct = new Map(
    deliveries.map(({ name, data }) => [data.event_id, { name, data }])
  )
  const delivered = countBy(
    [...distinct.values()]
      .filter(({ name }) => names.has(name))
      .map(({ name, data }) => `${String(data.id)} ${name}`)
  )
  const known = new Set(payments.map(({ id }) => id))
  return [
    ...[...new Set([...expected.keys(), ...delivered.keys()])].flatMap(
      (key) => {
        const [wanted, came] = [expected.get(key) ?? 0, delivered.get(key) ?? 0]
        if (wanted === came) return []
        const rule = came < wanted ? "event_not_delivered" : "event_invented"
        return violation(rule, `${key}: ${came} for ${wanted} in the timeline`)
      }
    ),
    ...differing.flatMap(({ name, data }) =>
      violation("event_differs", `${name} ${String(data.event_id)}`)
    ),
    ...[...distinct.values()]
      .filter(({ data }) => !known.has(String(data.id)))
      .flatMap(({ name, data }) =>
        violation("event_invented", `${name} of ${String(data.id)}`)
      ),
    ...outbox.flatMap((id) => violation("event_left", id)),
  ]
}

/** An order that was placed before its payment is announced once. */
function auditUnpaidOrderEvents({
  deliveries,
  timeline,
  canceledOrders,
}: Messages): Violation[] {
  const placed = new Set(
    timeline
      .filter(({ type }) => type === "placed_unpaid")
      .map(({ data }) => String(data?.order_id))
  )
  const announced = countBy(
    distinctIds(
      deliveries.filter(
        ({ name, data }) =>
          name === "crypto_payment.awaiting_payment" && data.order_id !== null
      )
    )
  )
  return [...placed].flatMap((orderId) => {
    const times = announced.get(orderId) ?? 0
    if (times === 1) return []
    // One that was canceled before the plugin saw it is not announced.
    if (times === 0 && canceledOrders.includes(orderId)) return []
    return violation(
      "event_not_delivered",
      `${orderId} was announced ${times} times`
    )
  })
}

/** The order ids of different events. */
function distinctIds(deliveries: Messages["deliveries"]): string[] {
  const byEvent = new Map(
    deliveries.map(({ data }) => [data.event_id, String(data.order_id)])
  )
  return [...byEvent.values()]
}

/** One notice for each time that a payment began to need attention; open while it does. */
function auditAttention(messages: Messages): Violation[] {
  const { timeline, payments, notices } = messages
  return payments.flatMap(({ id, state, attention_reason }) => {
    const ofPayment = notices.filter(
      ({ kind, subject_id }) => kind === "attention" && subject_id === id
    )
    const times = occurrences(
      timeline.filter(({ crypto_payment_id }) => crypto_payment_id === id)
    )
    const needs =
      state === "attention" || (state === "open" && attention_reason !== null)
    const open = notices.filter(
      ({ kind, subject_id, is_open }) =>
        is_open &&
        subject_id === id &&
        (kind === "attention" || kind === "money_without_order")
    )
    const isRight = needs
      ? open.length === 1 &&
        open[0].kind === "attention" &&
        open[0].reason === attention_reason
      : open.length === 0
    return [
      ...(ofPayment.length === times
        ? []
        : violation(
            "notice_count_wrong",
            `${id}: ${ofPayment.length} notices of ${times} occurrences`
          )),
      ...(isRight
        ? []
        : violation(
            "notice_open_wrong",
            `${id} is ${state} (${attention_reason}), open: [${open.map(({ kind, reason }) => `${kind} ${reason}`).join()}]`
          )),
    ]
  })
}

function occurrences(entries: readonly Entry[]): number {
  let count = 0
  let isOpen = false
  for (const { type } of entries) {
    if (type === "attention" && !isOpen) {
      count++
      isOpen = true
    }
    if (ENDS_ATTENTION.includes(type)) isOpen = false
  }
  return count
}

/** One notice for each address that was entered; open until the coins are sent. */
function auditRefunds({ timeline, requests, notices }: Messages): Violation[] {
  return requests.flatMap(({ id, state }) => {
    const entered = timeline.filter(
      ({ type, data }) =>
        type === "refund_address_entered" && data?.request_id === id
    )
    const ofRequest = notices.filter(
      ({ kind, subject_id }) => kind === "refund_to_send" && subject_id === id
    )
    const open = ofRequest.filter(({ is_open }) => is_open)
    return [
      ...(ofRequest.length === entered.length
        ? []
        : violation(
            "notice_count_wrong",
            `${id}: ${ofRequest.length} notices of ${entered.length} addresses`
          )),
      ...(open.length === (state === "address_entered" ? 1 : 0)
        ? []
        : violation("notice_open_wrong", `${id} is ${state}`)),
    ]
  })
}

/** An open notice is in the feed once, and never was twice; a cleared one is not. */
function auditFeed(
  { notifications }: Messages,
  { id, kind, is_open }: NoticeRow
): Violation[] {
  const inFeed = notifications.filter(
    ({ notice_id, channel }) => notice_id === id && channel === "feed"
  )
  const live = inFeed.filter(({ is_deleted }) => !is_deleted)
  const isRight = inFeed.length <= 1 && live.length === (is_open ? 1 : 0)
  return isRight
    ? []
    : violation(
        "notice_shown_wrong",
        `${id} (${kind}, ${is_open ? "open" : "cleared"}): ${live.length} of ${inFeed.length} entries`
      )
}

/** No address has two e-mails about a notice; an open one about a payment or a refund was sent. */
function auditMails(
  { notifications }: Messages,
  { id, kind, is_open }: NoticeRow
): Violation[] {
  const live = notifications.filter(
    ({ notice_id, channel, is_deleted }) =>
      notice_id === id && channel === "email" && !is_deleted
  )
  const counts = [...countBy(live.map(({ to }) => to)).values()]
  const isMailed = kind === "attention" || kind === "refund_to_send"
  const isMissing =
    is_open &&
    isMailed &&
    !live.some(({ status }) => status === "success") &&
    notifications.some(({ channel }) => channel === "email")
  return counts.every((count) => count === 1) && !isMissing
    ? []
    : violation("mail_wrong", `${id} (${kind}): ${live.length} e-mails`)
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function violation(rule: Rule, finding: string): Violation[] {
  return [{ rule, gatewayPaymentId: null, orderId: null, finding }]
}
