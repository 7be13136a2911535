import { GatewayUnexpectedAnswerError, isGatewayError } from "./errors"
import type { PaymentList, PaymentListItem } from "./schemas"

/** An item of the list that has an id. */
export type ListedPayment = PaymentListItem & { id: string }

/**
 * Each payment that is listed throughout is given once, newest first; a new one at
 * most once. New payments push known ones into the next page, and vanished ones pull
 * unknown ones into the last. Hence each page begins with the last item of the one
 * before, so that none is missing in between; otherwise step back.
 *
 * @throws GatewayUnexpectedAnswerError when items carry no id, or pages keep no
 * order: then each payment must be read by itself
 */
export async function* iteratePayments(
  readPage: ReadPage,
  pageSize?: number
): AsyncGenerator<ListedPayment, void, undefined> {
  const readAt = pagesOf(readPage, pageSize)
  const seen = new Set<string>()
  let offset = 0
  let stepBack = 1
  let stepsBack = 0
  let pagesWithoutNew = 0
  for (;;) {
    const { items, total, ...answered } = await readAt(offset)
    if (answered.offset !== offset) {
      throw unreliable(
        `the page at offset ${offset} came back with offset ${answered.offset}`
      )
    }
    const page = items.map(withId)
    const continues = offset === 0 || (page[0] && seen.has(page[0].id))
    if (!continues) {
      stepsBack += 1
      if (stepsBack > MAX_STEPS_BACK) {
        throw unreliable("the pages are not in a stable order")
      }
      offset = Math.max(0, offset - stepBack)
      stepBack *= 2
      continue
    }
    stepBack = Math.max(1, page.length)
    pagesWithoutNew += 1
    for (const payment of page) {
      if (!seen.has(payment.id)) {
        seen.add(payment.id)
        stepsBack = 0
        pagesWithoutNew = 0
        yield payment
      }
    }
    const end = offset + page.length
    if (end >= total) return
    if (page.length < 2) {
      throw unreliable(`a page has ${page.length} of ${total} payments`)
    }
    if (pagesWithoutNew > MAX_PAGES_WITHOUT_NEW) {
      throw unreliable("the pages repeat the same payments")
    }
    offset = end - 1
  }
}

type ReadPage = (page: {
  limit?: number
  offset: number
}) => Promise<PaymentList>

// In a row, without a payment that is new to us.
const MAX_STEPS_BACK = 100
// As many come where a page's worth of new payments is made between two of them.
const MAX_PAGES_WITHOUT_NEW = 1_000

// Observed: a larger one is rejected. Contract §8 has no maximum.
const OBSERVED_MAX_LIMIT = 100

function pagesOf(readPage: ReadPage, pageSize: number | undefined) {
  let limit: number | undefined = pageSize ?? OBSERVED_MAX_LIMIT
  return async (offset: number) => {
    try {
      return await readPage({ limit, offset })
    } catch (error) {
      const isRejected = isGatewayError(error) && error.status === 400
      if (!isRejected || limit === pageSize) throw error
      limit = undefined
      return readPage({ limit, offset })
    }
  }
}

function withId({ id, ...item }: PaymentListItem): ListedPayment {
  if (id === undefined) throw unreliable("an item has no id")
  return { ...item, id }
}

function unreliable(why: string) {
  return new GatewayUnexpectedAnswerError(`Could not list all payments: ${why}`)
}
