import type { Messages, NotificationRow } from "./messages"
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

/**
 * Each event reached a subscriber at least once, and none was invented; what needs attention is in
 * the feed once. Pure; shares no code with the plugin.
 */
export function auditMessages(messages: Messages): Violation[] {
  return [
    ...auditEvents(messages),
    ...auditUnpaidOrderEvents(messages),
    ...auditNotifications(messages),
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

/**
 * The last event about a payment that needs attention is in the feed, and was mailed to whom it was to
 * be; no event is there twice, and no address has two e-mails about one.
 */
function auditNotifications(messages: Messages): Violation[] {
  const { notifications } = messages
  const feed = notifications.filter(({ channel }) => channel === "feed")
  const entries = countBy(feed.map(({ event_id }) => event_id))
  const mails = notifications.filter(({ channel }) => channel === "email")
  const keyOf = ({ event_id, to }: NotificationRow) => `${event_id} ${to}`
  const sent = countBy(
    mails.filter(({ status }) => status === "success").map(keyOf)
  )
  return [
    ...moreThanOne(entries, "feed_wrong"),
    ...moreThanOne(sent, "mail_wrong"),
    ...lastOfAttention(messages).flatMap((id) => [
      ...(entries.has(id) ? [] : violation("feed_wrong", `${id}: no entry`)),
      ...mails
        .filter((mail) => mail.event_id === id && !sent.has(keyOf(mail)))
        .flatMap(({ to }) => violation("mail_wrong", `${id}: none to ${to}`)),
    ]),
  ]
}

/** The ids of the last events about the payments that need attention. */
function lastOfAttention({ deliveries, payments }: Messages): string[] {
  const idOf = ({ data }: Messages["deliveries"][number]) =>
    String(data.event_id)
  const last = new Map(
    deliveries
      .filter(({ name }) => name === "crypto_payment.attention_required")
      .sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
      .map((event) => [String(event.data.id), idOf(event)])
  )
  return payments
    .filter(
      ({ state, attention_reason }) =>
        state === "attention" || (state === "open" && attention_reason !== null)
    )
    .map(({ id }) => last.get(id) ?? "")
}

function moreThanOne(counts: Map<string, number>, rule: Rule): Violation[] {
  return [...counts]
    .filter(([, count]) => count > 1)
    .flatMap(([key, count]) => violation(rule, `${key}: ${count} times`))
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function violation(rule: Rule, finding: string): Violation[] {
  return [{ rule, gatewayPaymentId: null, orderId: null, finding }]
}
