import { Refused, wholeNumber } from "../../support/command"

/** Where a reverse proxy shows the demo's parts: an origin each. */
export type OutsideAddresses = {
  store: string
  admin: string
  gateway: string
}

const OPTIONS = {
  store: "store-url",
  admin: "admin-url",
  gateway: "gateway-url",
} as const

type Given = Partial<Record<(typeof OPTIONS)[keyof typeof OPTIONS], string>>

/**
 * What `--store-url`, `--admin-url` and `--gateway-url` say; undefined without them.
 * @throws Refused where one is missing, is no https origin, or is another one's too
 */
export function outsideAddresses(given: Given): OutsideAddresses | undefined {
  const names = Object.values(OPTIONS)
  if (names.every((name) => given[name] === undefined)) return undefined
  const outside = {
    store: originOf(OPTIONS.store, given),
    admin: originOf(OPTIONS.admin, given),
    gateway: originOf(OPTIONS.gateway, given),
  }
  // What one part shows must not read what the browser keeps for another.
  const hosts = Object.values(outside).map((each) => new URL(each).hostname)
  if (new Set(hosts).size === hosts.length) return outside
  throw new Refused(`--${names.join(", --")} need a host name each`)
}

function originOf(name: keyof Given, given: Given): string {
  const text = given[name] ?? ""
  const url = URL.canParse(text) ? new URL(text) : null
  // A payment page needs https, and browsers keep locks and clipboard for it.
  const isOrigin = url?.protocol === "https:" && url.href === `${url.origin}/`
  if (isOrigin) return url.origin
  throw new Refused(
    `--${name} must be an address like https://demo.example, without a path; the three of --${Object.values(OPTIONS).join(", --")} belong together`
  )
}

/** TCP ports on the loopback interface. */
export type DemoPorts = { storefront: number; medusa: number; sandbox: number }

/**
 * What `--ports` says.
 * @throws Refused unless it names three different ports
 */
export function portsOf(text: string): DemoPorts {
  const ports = text.split(",").map((each) => wholeNumber("ports", each))
  const isUsable = ports.every((port) => port > 0 && port < 65_536)
  if (ports.length !== 3 || new Set(ports).size !== 3 || !isUsable) {
    throw new Refused(
      "--ports must be three ports, of store, admin and gateway, like 8000,9000,8787"
    )
  }
  const [storefront, medusa, sandbox] = ports
  return { storefront, medusa, sandbox }
}
