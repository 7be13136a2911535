import type { TFunction } from "i18next"

import { isolated } from "./isolated"

/** The gateway's statuses that have a text. */
export const STATUSES = [
  "created",
  "pending",
  "confirmed",
  "confirmed_manual",
  "failed",
  "expired",
]

/**
 * A status of the gateway in the reader's language; an unknown one as it came,
 * called so. It is no part of a key then: i18next reads some characters of one.
 */
export function statusText(status: string, t: TFunction): string {
  return STATUSES.includes(status)
    ? t(`gatewayStatus.${status}`)
    : t("unknownStatus", { status: isolated(status) })
}
