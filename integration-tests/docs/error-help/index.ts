import { adminErrors } from "./admin"
import { booksErrors } from "./books"
import { checkoutErrors } from "./checkout"
import { noticeErrors } from "./notices"
import { refundPageErrors, refundRequestErrors } from "./refunds"
import { startErrors } from "./start"
import { webhookErrors } from "./webhook"

/** Cause and remedy of a message; `…` stands for what is filled in. */
export type ErrorHelp = { message: string; cause: string; remedy: string }

/**
 * By the place where a message appears: one entry for each message of
 * `findErrorMessages`; a spec compares the two.
 */
export const errorHelp = {
  start: startErrors,
  checkout: [...checkoutErrors, ...refundPageErrors],
  admin: [
    ...adminErrors,
    ...refundRequestErrors,
    ...booksErrors,
    ...noticeErrors,
  ],
  webhook: webhookErrors,
}
