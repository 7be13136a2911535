import { GatewayUnexpectedAnswerError } from "./errors"
import type { PaymentList, PaymentListItem } from "./wire"

/** An item of the list that can be told apart from the others. */
export type ListedPayment = PaymentListItem & { id: string }

/** Reads one page of the list, newest first. */
export type ReadPage = (page: {
  limit: number
  offset: number
}) => Promise<PaymentList>

/**
 * Walks `GET /v1/payments` (merchant-api.md section 4) while payments come and
 * go. Each payment that is there throughout is given exactly once, newest
 * first; one that is created meanwhile at most once.
 *
 * Pages are counted by offset, so new payments push known ones into the next
 * page, and vanished ones pull unknown ones into the last. Hence each page
 * begins with the last item of the one before: as long as a page begins with
 * an item already seen, nothing lies between; else we step back until one does.
 *
 * @throws GatewayUnexpectedAnswerError when items carry no id or pages do not
 * follow the request: then the list cannot be relied on, and each payment must be read by itself
 */
export async function* iteratePayments(
  readPage: ReadPage,
  pageSize: number
): AsyncGenerator<ListedPayment, void, undefined> {
  const seen = new Set<string>()
  let offset = 0
  let stepBack = pageSize
  for (;;) {
    const { items, total, ...answered } = await readPage({
      limit: pageSize,
      offset,
    })
    if (answered.offset !== offset) {
      throw unreliable(`offset ${offset} was answered with ${answered.offset}`)
    }
    const page = items.map(withId)
    const continues = offset === 0 || (page[0] && seen.has(page[0].id))
    if (!continues) {
      offset = Math.max(0, offset - stepBack)
      stepBack *= 2
      continue
    }
    stepBack = pageSize
    for (const payment of page) {
      if (!seen.has(payment.id)) {
        seen.add(payment.id)
        yield payment
      }
    }
    const end = offset + page.length
    if (end >= total) {
      return
    }
    if (page.length < 2) {
      throw unreliable(`${page.length} of ${total} payments came in a page`)
    }
    offset = end - 1
  }
}

function withId(item: PaymentListItem): ListedPayment {
  const { id } = item
  if (id === undefined) {
    throw unreliable("its items carry no id")
  }
  return { ...item, id }
}

function unreliable(why: string) {
  return new GatewayUnexpectedAnswerError(
    `Could not walk the list of payments: ${why}`
  )
}
