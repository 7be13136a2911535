import { isKnownStatus, quoteStatus } from "../../../gateway"
import type { AttemptState, AttentionReason } from "./states"

/** What of an attempt says whether its status is left unknown. */
type Reported = {
  state: AttemptState
  gateway_status: string | null
  attention_reason: AttentionReason | null
}

/**
 * Whether an open attempt has a status without a meaning that no person knows
 * of. While it is watched, another status may follow; when its watch ends,
 * nothing else will tell anyone.
 */
export function isLeftUnknown(attempt: Reported): boolean {
  const { state, gateway_status, attention_reason } = attempt
  return (
    state === "open" &&
    attention_reason === null &&
    gateway_status !== null &&
    !isKnownStatus(gateway_status)
  )
}

/**
 * What a further status changes of the need for attention that an unknown one
 * made: any status with a meaning ends it, another unknown one renames it.
 */
export function restated(
  { attention_reason }: Pick<Reported, "attention_reason">,
  status: string
): { attention_reason?: null; attention_detail?: string | null } {
  if (attention_reason !== "unknown_status") return {}
  return isKnownStatus(status)
    ? { attention_reason: null, attention_detail: null }
    : { attention_detail: unknownStatusDetail(status) }
}

/** The detail of the reason `unknown_status`: the gateway's word in one short line. */
export function unknownStatusDetail(status: string): string {
  return `The gateway says ${quoteStatus(status)}. This version of the plugin does not know that status.`
}
