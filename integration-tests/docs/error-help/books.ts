import type { ErrorHelp } from "."

/** Of reports, exports and comparisons. */
export const booksErrors: ErrorHelp[] = [
  {
    message:
      "A report has at most … intervals; choose a shorter period or a longer interval.",
    cause: "The period has too many days, weeks or months.",
    remedy: "Choose a shorter period, or weeks or months in place of days.",
  },
  {
    message: "Comparison … was not found.",
    cause: "There is no comparison with that id.",
    remedy: "Use an id of `GET /admin/crypto-payments/comparisons`.",
  },
  {
    message:
      "The books from … to … are being compared. Wait until that is done.",
    cause: "Only one comparison runs at a time.",
    remedy: "Compare again when the one that runs has ended.",
  },
  {
    message:
      "The period ends with … in …, which is not over yet. Books are compared for days that are over.",
    cause: "The last day of the period is today or later.",
    remedy: "Choose a period that ended.",
  },
  {
    message: "The time zone is unknown. Use a name such as Europe/Berlin.",
    cause: "The name is not in PostgreSQL's list of time zones.",
    remedy: "Use a name such as `Europe/Berlin`.",
  },
  {
    message:
      "The totals are being counted for the first time. Try again in a minute.",
    cause: "The store has many payments, and the plugin was just updated.",
    remedy: "Load the report again in a minute.",
  },
]
