import path from "node:path"

export type Room =
  | "coins"
  | "gateway"
  | "sandbox"
  | "modules"
  | "providers"
  | "workflows"
  | "links"
  | "api"
  | "jobs"
  | "subscribers"
  | "admin"
  | "storefront"
  | "setup"
  | "shared"

/**
 * What each room may import at run time besides itself. `shared` are files
 * that lie directly in src.
 */
export const MAY_USE: Record<Room, readonly Room[]> = {
  // Pure, and in the shopper's browser as well.
  coins: [],
  gateway: [],
  // A package of its own. It must not be wrong together with the client that it stands in for.
  sandbox: [],
  shared: ["gateway"],
  modules: ["coins", "gateway", "shared"],
  providers: ["gateway", "shared", "modules"],
  workflows: ["gateway", "shared", "modules"],
  links: ["gateway", "shared", "modules"],
  api: ["coins", "gateway", "shared", "modules", "providers", "workflows"],
  jobs: ["gateway", "shared", "modules", "providers", "workflows"],
  subscribers: ["gateway", "shared", "modules", "providers", "workflows"],
  admin: [],
  storefront: ["coins"],
  setup: [],
}

/** All that runs in a shopper's browser beside the storefront room itself: the kit has no dependencies. */
export const STOREFRONT_MAY_USE: readonly string[] = ["react"]

/** Rooms that know nothing of Medusa. */
export const WITHOUT_MEDUSA: readonly Room[] = [
  "coins",
  "gateway",
  "sandbox",
  "setup",
]

/** All that other rooms may import of the gateway room. Specs may use its fixtures too. */
export const GATEWAY_ENTRY = /^src\/gateway(\/index)?$/

/** All that the admin may use of other rooms, besides their types. */
export const ADMIN_MAY_USE = /^(src\/storefront\/qr-code|package\.json)$/

/** Room of a path such as `src/gateway/client.ts`; null outside src. */
export function roomOf(filePath: string): Room | null {
  const [top, ...rest] = filePath.split("/")
  if (top !== "src" || rest.length === 0) return null
  if (rest.length === 1 && !isRoom(rest[0])) return "shared"
  return isRoom(rest[0]) ? rest[0] : null
}

/** The path, without extension, that a relative import leads to. */
export function pathBehind(importer: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(importer), specifier)
}

function isRoom(name: string | undefined): name is Room {
  return name !== undefined && name !== "shared" && name in MAY_USE
}
