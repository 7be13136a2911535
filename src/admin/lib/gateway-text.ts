import en from "../i18n/json/en.json"
import type { Translate } from "../i18n/use-texts"

/**
 * A gateway status in the admin's language. An unknown status is shown as the
 * gateway sent it, and is never part of a key: i18next would interpret some of
 * its characters.
 */
export function statusText(status: string, t: Translate): string {
  return Object.hasOwn(en.gatewayStatus, status)
    ? t(`gatewayStatus.${status}`, { defaultValue: status })
    : t("unknownStatus", { status: isolateText(status) })
}

/**
 * Isolates foreign text inside a sentence, so that right-to-left text does not
 * reorder what surrounds it. For text in its own element use `<bdi>`.
 */
export function isolateText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `\u2068${text}\u2069`
}
