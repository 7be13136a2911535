import { shortText } from "./plain-text"

/**
 * A text from outside (an id, a gateway's own words) made safe for an error
 * message, which ends up in logs: one line, no control characters, of bounded length.
 */
export function oneLine(text: string): string {
  return shortText(text, MAX_QUOTED)
}

const MAX_QUOTED = 200
