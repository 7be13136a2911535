/** An event as a subscriber of the store got it; the same one may come more than once. */
export type Delivery = { name: string; data: Record<string, unknown> }

/** An entry of a payment's timeline. */
export type Entry = {
  crypto_payment_id: string
  type: string
  data: Record<string, unknown> | null
}

/** A notification of Medusa's module about an event. */
export type NotificationRow = {
  event_id: string
  channel: string
  to: string
  status: string
}

/** What was to be sent, and what was sent. */
export type Messages = {
  deliveries: Delivery[]
  /** Oldest first. */
  timeline: Entry[]
  payments: {
    id: string
    state: string
    attention_reason: string | null
  }[]
  canceledOrders: string[]
  notifications: NotificationRow[]
  /** Ids of events that are still in the outbox. */
  outbox: string[]
}
