import type { Books } from "./books"
import type { Delivery, Messages } from "./read-books"
import { rulesOf, type Subject } from "./rule"

/** The event that tells other code of an entry in a timeline: one for each entry. */
const EVENT_OF: Record<string, string> = {
  settled: "crypto_payment.settled",
  attention: "crypto_payment.attention_required",
  resolved: "crypto_payment.resolved",
  refund_requested: "crypto_payment.refund_requested",
  refund_address_entered: "crypto_payment.refund_address_entered",
  refund_recorded: "crypto_payment.refund_sent",
}

/** Each event reached a subscriber at least once, and none was invented. */
const EVENTS = [
  ...rulesOf(countedEvents, {
    event_not_delivered: ({ came, wanted }) =>
      came < wanted && `${came} for ${wanted} in the timeline`,
    event_invented: ({ came, wanted }) =>
      came > wanted && `${came} for ${wanted} in the timeline`,
  }),

  /** An order that was placed before its payment is announced once. */
  ...rulesOf(announcements, {
    event_not_delivered: (times) =>
      times !== 1 && `was announced ${times} times`,
  }),

  ...rulesOf(subjectsOf(differentEvents), {
    /** Of a payment that is not there. */
    event_invented: ({ data }, { messages }) =>
      !messages?.attempts.some(({ id }) => id === data.id) &&
      `of ${String(data.id)}`,
  }),

  ...rulesOf(
    subjectsOf(({ deliveries }) => deliveries),
    {
      /** One event has one content. */
      event_differs: (delivery, { messages }) => {
        const first = messages?.deliveries.find(
          ({ data }) => data.event_id === delivery.data.event_id
        )
        return (
          JSON.stringify(first) !== JSON.stringify(delivery) &&
          String(delivery.data.event_id)
        )
      },
    }
  ),

  ...rulesOf(
    ({ messages }) =>
      (messages?.outbox ?? []).map(({ id }) => ({ of: id, name: id })),
    { event_left: () => "is still in the outbox" }
  ),
]

type Count = { came: number; wanted: number }

/** By payment and event: how often it came, and was to come. */
function countedEvents({ messages }: Books): Subject<Count>[] {
  if (!messages) return []
  const wanted = messages.timeline
    .filter(({ type }) => type in EVENT_OF)
    .map(({ crypto_payment_id, type }) =>
      [crypto_payment_id, EVENT_OF[type]].join(" ")
    )
  const came = differentEvents(messages)
    .filter(({ name }) => Object.values(EVENT_OF).includes(name))
    .map(({ name, data }) => `${String(data.id)} ${name}`)
  return [...new Set([...wanted, ...came])].map((name) => ({
    of: { wanted: countOf(name, wanted), came: countOf(name, came) },
    name,
  }))
}

/** By order that was placed before its payment: how often that was announced. */
function announcements({ messages }: Books): Subject<number>[] {
  if (!messages) return []
  const announced = differentEvents(messages)
    .filter(({ name }) => name === "crypto_payment.awaiting_payment")
    .map(({ data }) => String(data.order_id))
  const placed = messages.timeline
    .filter(({ type }) => type === "placed_unpaid")
    .map(({ data }) => String(data?.order_id))
  return (
    [...new Set(placed)]
      .map((name) => ({ of: countOf(name, announced), name }))
      // One that was canceled before the plugin saw it is not announced.
      .filter(
        ({ of: times, name }) =>
          times > 0 || messages.canceledOrders.every(({ id }) => id !== name)
      )
  )
}

function subjectsOf(deliveriesIn: (messages: Messages) => Delivery[]) {
  return ({ messages }: Books): Subject<Delivery>[] =>
    messages ? deliveriesIn(messages).map((of) => ({ of, name: of.name })) : []
}

/** Each event once, also where it came more often. */
export function differentEvents({ deliveries }: Messages): Delivery[] {
  const events = deliveries.map((each) => [each.data.event_id, each] as const)
  return [...new Map(events).values()]
}

function countOf(name: string, names: readonly string[]): number {
  return names.filter((each) => each === name).length
}

/**
 * The last event about a payment that needs attention is in the feed, and was mailed to whom it was to
 * be; no event is there twice, and no address has two e-mails about one.
 */
const NOTIFICATIONS = [
  ...rulesOf(notifiedEvents, {
    feed_wrong: ({ feed, isLast }) =>
      (feed > 1 || (isLast && feed === 0)) && `${feed} entries`,
    mail_wrong: ({ mails, isLast }) => {
      const wrong = [...new Set(mails.map(({ to }) => to))].filter((to) => {
        const sent = mails.filter(
          (mail) => mail.to === to && mail.status === "success"
        )
        return sent.length > 1 || (isLast && sent.length === 0)
      })
      return wrong.length > 0 && `not one to ${wrong.join()}`
    },
  }),
]

type Notified = {
  /** Whether it is the last about a payment that needs attention. */
  isLast: boolean
  feed: number
  mails: Messages["notifications"]
}

function notifiedEvents({ messages }: Books): Subject<Notified>[] {
  if (!messages) return []
  const { notifications } = messages
  const last = lastOfAttention(messages)
  const ids = notifications.map(({ event_id }) => event_id)
  return [...new Set([...ids, ...last])].map((name) => {
    const ofEvent = notifications.filter(({ event_id }) => event_id === name)
    const inChannel = (channel: string) =>
      ofEvent.filter((each) => each.channel === channel)
    return {
      of: {
        isLast: last.includes(name),
        feed: inChannel("feed").length,
        mails: inChannel("email"),
      },
      name,
    }
  })
}

/** The ids of the last events about the payments that need attention. */
function lastOfAttention({ deliveries, attempts }: Messages): string[] {
  return attempts
    .filter(
      ({ state, attention_reason }) =>
        state === "attention" || (state === "open" && attention_reason !== null)
    )
    .map((attempt) => {
      const ids = deliveries
        .filter(
          ({ name, data }) =>
            name === "crypto_payment.attention_required" &&
            data.id === attempt.id
        )
        .map(({ data }) => String(data.event_id))
      return ids.sort().at(-1) ?? `attention of ${attempt.id}`
    })
}

export const MESSAGE_RULES = [...EVENTS, ...NOTIFICATIONS]
