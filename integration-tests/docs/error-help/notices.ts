import type { ErrorHelp } from "."

/** In the log, where an event or a notice could not be handed on. */
export const noticeErrors: ErrorHelp[] = [
  {
    message: "It is being sent by another process.",
    cause: "Another process hands this notice on at the same time.",
    remedy: "Nothing: the job looks at the notice again.",
  },
  {
    message: "No answer within … s.",
    cause:
      "The event bus (Redis) or a notification provider did not answer an event or a notice.",
    remedy:
      "Check that Redis and the provider can be reached. The job tries again.",
  },
]
