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

/** The network in a coin's code (USDT_TRC20); a bare USDT exists on several. */
export function networkOfCoin(code: string): string | null {
  const parts = code.toUpperCase().split(/[^A-Z0-9]+/)
  const network = parts
    .slice(1)
    .map((part) => NETWORKS[part])
    .find((name) => name !== undefined)
  if (!network) return null
  return parts.some((part) => TESTNET_SUFFIXES.has(part))
    ? `${network} testnet`
    : network
}

const NETWORKS: Partial<Record<string, string>> = {
  BEP20: "BSC",
  BSC: "BSC",
  ERC20: "Ethereum",
  ETH: "Ethereum",
  ETHEREUM: "Ethereum",
  MATIC: "Polygon",
  POL: "Polygon",
  POLYGON: "Polygon",
  TRC20: "Tron",
  TRON: "Tron",
  TRX: "Tron",
}

const TESTNET_SUFFIXES = new Set(["TEST", "TESTNET"])
