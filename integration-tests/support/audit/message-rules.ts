import type { Books } from "./books"
import type { Delivery } from "./read-books"
import { rulesOf } from "./rule"

const ATTENTION = "crypto_payment.attention_required"
const AWAITING = "crypto_payment.awaiting_payment"

/** The event that tells other code of an entry in a timeline: one for each entry. */
const EVENT_OF: Record<string, string> = {
  settled: "crypto_payment.settled",
  attention: ATTENTION,
  resolved: "crypto_payment.resolved",
  refund_requested: "crypto_payment.refund_requested",
  refund_address_entered: "crypto_payment.refund_address_entered",
  refund_recorded: "crypto_payment.refund_sent",
}

/** A refused key, or webhooks that were corrupted on the way. */
const OF_GATEWAY = [
  "crypto_payment.gateway_refused",
  "crypto_payment.gateway_restored",
]

/** Each event reached a subscriber, none was invented, and people were notified of it once. */
export const MESSAGE_RULES = [
  ...rulesOf(countedEvents, {
    event_not_delivered: ({ came, wanted }) => came < wanted,
    event_invented: ({ came, wanted }) => came > wanted,
  }),

  ...rulesOf(({ deliveries = [] }) => deliveries.map((of) => ({ of })), {
    /** Of a payment that is not there; one about the gateway is of none. */
    event_invented: ({ name, data }, { ledger }) =>
      !OF_GATEWAY.includes(name) && !ledger.some(({ id }) => id === data.id),

    /** One event has one content. */
    event_differs: (delivery, { deliveries }) => {
      const first = deliveries?.find(
        ({ data }) => data.event_id === delivery.data.event_id
      )
      return JSON.stringify(first) !== JSON.stringify(delivery)
    },
  }),

  ...rulesOf(
    ({ deliveries, outbox }) =>
      deliveries ? outbox.map((of) => ({ of })) : [],
    { event_left: () => true }
  ),

  ...rulesOf(notifiedEvents, {
    /**
     * The last event about a payment that needs attention is in the feed, and was mailed to whom it
     * was to be; no event is there twice, and no address has two e-mails about one.
     */
    notification_wrong: ({ id, isLast }, { notifications }) => {
      const ofEvent = notifications.filter(({ event_id }) => event_id === id)
      const feed = { channel: "feed", to: "" }
      return [...(isLast ? [feed] : []), ...ofEvent].some(({ channel, to }) => {
        const sent = ofEvent.filter(
          (each) =>
            each.channel === channel &&
            (channel === "feed" ||
              (each.to === to && each.status === "success"))
        )
        return sent.length > 1 || (isLast && sent.length === 0)
      })
    },
  }),
]

/**
 * By payment and event, or by order that was to be announced: how often it came, and was to come.
 */
function countedEvents({ deliveries, timeline, orders }: Books) {
  if (!deliveries) return []
  const came = differentEvents(deliveries)
    .filter(({ name }) => [...Object.values(EVENT_OF), AWAITING].includes(name))
    .map(({ name, data }) => {
      const id = name === AWAITING ? data.order_id : data.id
      return `${String(id)} ${name}`
    })
  const announced = timeline
    .filter(({ type }) => type === "placed_unpaid")
    .map(({ data }) => String(data?.order_id))
    // One that was canceled before the plugin saw it is not announced.
    .filter(
      (id) =>
        came.includes(`${id} ${AWAITING}`) ||
        !orders.some((order) => order.id === id && order.canceled_at)
    )
    .map((id) => `${id} ${AWAITING}`)
  const wanted = [
    ...new Set(announced),
    ...timeline
      .filter(({ type }) => type in EVENT_OF)
      .map(({ crypto_payment_id: id, type }) => `${id} ${EVENT_OF[type]}`),
  ]
  const countOf = (name: string, names: string[]) =>
    names.filter((each) => each === name).length
  return [...new Set([...wanted, ...came])].map((name) => ({
    of: { name, wanted: countOf(name, wanted), came: countOf(name, came) },
  }))
}

/** Each event once, also where it came more often. */
function differentEvents(deliveries: Delivery[]): Delivery[] {
  const events = deliveries.map((each) => [each.data.event_id, each] as const)
  return [...new Map(events).values()]
}

/** With whether it is the last about a payment that needs attention. */
function notifiedEvents({ deliveries, ledger, notifications }: Books) {
  if (!deliveries) return []
  const last = ledger
    .filter(
      ({ state, attention_reason }) =>
        state === "attention" || (state === "open" && attention_reason !== null)
    )
    .map((row) => {
      const ids = deliveries
        .filter(({ name, data }) => name === ATTENTION && data.id === row.id)
        .map(({ data }) => String(data.event_id))
      return ids.sort().at(-1) ?? `attention of ${row.id}`
    })
  const ids = notifications.map(({ event_id }) => event_id)
  return [...new Set([...ids, ...last])].map((id) => ({
    of: { id, isLast: last.includes(id) },
  }))
}
