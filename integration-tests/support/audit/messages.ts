/** An event as a subscriber of the store got it; the same one may come more than once. */
export type Delivery = { name: string; data: Record<string, unknown> }

/** An entry of a payment's timeline. */
export type Entry = {
  crypto_payment_id: string
  type: string
  data: Record<string, unknown> | null
}

export type NoticeRow = {
  id: string
  kind: string
  subject_id: string
  reason: string | null
  is_open: boolean
}

/** A notification of Medusa's module about a notice. */
export type NotificationRow = {
  notice_id: string
  channel: string
  to: string
  status: string
  is_deleted: boolean
}

/** What was to be told, and what was told. */
export type Messages = {
  deliveries: Delivery[]
  /** Oldest first. */
  timeline: Entry[]
  payments: {
    id: string
    state: string
    attention_reason: string | null
  }[]
  requests: { id: string; state: string }[]
  canceledOrders: string[]
  notices: NoticeRow[]
  notifications: NotificationRow[]
  /** Ids of events that are still in the outbox. */
  outbox: string[]
}
