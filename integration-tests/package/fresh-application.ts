import fs from "node:fs"
import path from "node:path"
import manifest from "../../package.json"
import { codeBlock } from "../docs/pages"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"
import type { Packed, PackageName } from "./pack-package"
import { SEED_SCRIPT } from "./packed-store"

/** The version of Medusa that the plugin is developed with. */
export const MEDUSA_VERSION = manifest.devDependencies["@medusajs/medusa"]

/** Text of a widget that is not ours, in the zone that ours is in. */
export const FOREIGN_WIDGET = "Loyalty points: 12"

type Dependencies = Record<string, string>

const tarball = (packed: Packed, name: PackageName) =>
  `file:${packed[name].tarball}`

/**
 * Makes a new Medusa application in `folder` with the packed plugin and
 * sandbox in it, and installs its packages.
 */
export async function makeApplication(
  folder: string,
  packed: Packed,
  {
    version = MEDUSA_VERSION,
    react,
    overrides = {},
  }: {
    /** Of Medusa. @default the one that the plugin is developed with */
    version?: string
    /** The range of that version's dashboard. @default that of React 18 */
    react?: string
    /** Packages that npm is to install in other versions than Medusa asks for. */
    overrides?: Dependencies
  } = {}
): Promise<void> {
  writeBackend(folder, packed, {
    version,
    react,
    overrides,
    more: {
      "@opentelemetry/exporter-prometheus": "^0.220.0",
      "@opentelemetry/exporter-trace-otlp-http": "^0.220.0",
    },
  })
  write(path.join(folder, "instrumentation.ts"), codeBlock("registerOtel"))
  write(
    path.join(folder, "src/subscribers/crypto-slack.ts"),
    codeBlock("postToSlack")
  )
  write(
    path.join(folder, "src/admin/widgets/loyalty-points.tsx"),
    `import { defineWidgetConfig } from "@medusajs/admin-sdk"
export default function LoyaltyPoints() {
  return <p>${FOREIGN_WIDGET}</p>
}
export const config = defineWidgetConfig({ zone: "order.details.side.before" })
`
  )
  copySeed(folder)
  // No range of npm's but its own takes a prerelease in.
  await npmInstall(folder, ...(version.includes("-") ? ["--force"] : []))
}

/** Makes a new Medusa application without the plugin, configured as Medusa's starter is. */
export async function makePlainApplication(folder: string): Promise<void> {
  writeBackend(folder, null, { version: MEDUSA_VERSION, more: {} })
  write(
    path.join(folder, "medusa-config.ts"),
    `import { loadEnv, defineConfig } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET || "supersecret",
      cookieSecret: process.env.COOKIE_SECRET || "supersecret",
    },
  },
})
`
  )
  copySeed(folder)
  await npmInstall(folder)
}

/** What TypeScript says of the plugin's own declarations where it checks those of packages. */
export async function typeErrors(folder: string): Promise<string[]> {
  const file = path.join(folder, "package-types.ts")
  const flags = "--noEmit --strict --target ES2021 --module Node16 --types node"
  const entries = ["gateway", "types", "workflows", "modules/crypto-payment"]
  const lines = [...entries, "providers/crypto"].map(
    (entry, n) => `export * as e${n} from "medusa-payment-crypto/${entry}"`
  )
  write(file, lines.join("\n"))
  const tsc = `node_modules/.bin/tsc ${flags} ${path.basename(file)} || true`
  const here = { cwd: folder, env: cleanEnvironment() }
  const output = await runCommand("sh", ["-c", tsc], here)
  fs.rmSync(file)
  return output
    .split("\n")
    .filter((line) => /(-crypto\/|^package-types)/.test(line))
}

/** The seed script with the store builder, lying to each other as here. */
function copySeed(folder: string): void {
  const repository = path.resolve(__dirname, "../..")
  for (const copied of ["integration-tests/support/store", SEED_SCRIPT]) {
    fs.cpSync(path.join(repository, copied), path.join(folder, copied), {
      recursive: true,
    })
  }
}

/**
 * A server whose configuration is the README's, to the letter; its packages are not installed.
 *
 * @param packed null leaves the plugin and its sandbox out of the packages
 */
function writeBackend(
  folder: string,
  packed: Packed | null,
  {
    version,
    more,
    react = "^18.3.1",
    overrides = {},
  }: {
    version: string
    more: Dependencies
    react?: string
    overrides?: Dependencies
  }
): void {
  const dependencies: Dependencies = {
    "@medusajs/admin-sdk": version,
    "@medusajs/cli": version,
    "@medusajs/framework": version,
    "@medusajs/medusa": version,
    "@swc/core": "^1.7.28",
    "@types/node": "^20.19.0",
    "@types/react": `^${majorOf(react)}`,
    "prop-types": "^15.8.1",
    react,
    "react-dom": react,
    "ts-node": "^10.9.2",
    typescript: "^5.9.0",
    ...more,
  }
  const devDependencies: Dependencies = {}
  if (packed) {
    dependencies["medusa-payment-crypto"] = tarball(packed, "plugin")
    devDependencies["medusa-payment-crypto-sandbox"] = tarball(
      packed,
      "sandbox"
    )
  }
  writeJson(path.join(folder, "package.json"), {
    name: "fresh-store",
    version: "1.0.0",
    private: true,
    // npm refuses an override that contradicts the application's own dependency.
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => [
        name,
        overrides[name] ?? range,
      ])
    ),
    overrides,
    devDependencies,
  })
  writeJson(path.join(folder, "tsconfig.json"), {
    compilerOptions: {
      target: "ES2021",
      module: "Node16",
      moduleResolution: "Node16",
      esModuleInterop: true,
      emitDecoratorMetadata: true,
      experimentalDecorators: true,
      skipLibCheck: true,
      strictNullChecks: true,
      jsx: "react-jsx",
      outDir: "./.medusa/server",
      rootDir: "./",
    },
    "ts-node": { swc: true },
    include: ["**/*"],
    exclude: ["node_modules", ".medusa", "integration-tests"],
  })
  write(
    path.join(folder, "medusa-config.ts"),
    codeBlock('resolve: "medusa-payment-crypto"')
  )
}

/** Of a range such as `^18.3.1`. */
function majorOf(range: string): string {
  const [major] = /\d+/.exec(range) ?? []
  if (major === undefined) throw new Error(`"${range}" names no version.`)
  return major
}

/**
 * Makes a pnpm workspace like the one that create-medusa-app clones: a backend
 * with React 18 and the plugin, a storefront with React 19 and the kit. The
 * backend names other versions of what the dashboard brings, so that pnpm
 * gives the plugin other copies than the dashboard's.
 *
 * @returns the command of pnpm, and the folders of both
 */
export async function makePnpmWorkspace(
  folder: string,
  packed: Packed,
  major: number
): Promise<{ pnpm: string; backend: string; storefront: string }> {
  const backend = path.join(folder, "apps/backend")
  const storefront = path.join(folder, "apps/storefront")
  writeJson(path.join(folder, "package.json"), {
    name: "workspace",
    private: true,
  })
  write(
    path.join(folder, "pnpm-workspace.yaml"),
    // Since pnpm 11 an install fails where scripts of packages are not allowed.
    `packages: ["apps/*"]\nstrictDepBuilds: false\n`
  )
  write(path.join(folder, ".npmrc"), "auto-install-peers=true\n")
  writeBackend(backend, packed, {
    version: MEDUSA_VERSION,
    more: {
      "@medusajs/admin-shared": MEDUSA_VERSION,
      "@medusajs/dashboard": MEDUSA_VERSION,
      "@medusajs/draft-order": MEDUSA_VERSION,
      "@medusajs/ui": "4.2.0",
      "@tanstack/react-query": "5.90.2",
      "react-i18next": "13.3.0",
      "react-router-dom": "6.30.4",
    },
  })
  writeJson(path.join(storefront, "package.json"), {
    name: "storefront",
    private: true,
    dependencies: {
      "@medusajs/js-sdk": MEDUSA_VERSION,
      "medusa-payment-crypto-storefront": tarball(packed, "kit"),
      react: "^19.0.0",
      "react-dom": "^19.0.0",
    },
  })
  const pnpm = await pnpmCommand(major, `${folder}-pnpm`)
  await runCommand(
    pnpm,
    ["install", "--prefer-offline", "--reporter=append-only"],
    { cwd: folder, env: cleanEnvironment() }
  )
  return { pnpm, backend, storefront }
}

/** Of pnpm 10, which the repository has, or of another, installed into `folder`. */
async function pnpmCommand(major: number, folder: string): Promise<string> {
  const command = "node_modules/.bin/pnpm"
  if (major === 10) return path.resolve(__dirname, "../..", command)
  writeJson(path.join(folder, "package.json"), { private: true })
  await npmInstall(folder, `pnpm@${major}`)
  return path.join(folder, command)
}

export async function npmInstall(
  folder: string,
  ...args: string[]
): Promise<void> {
  await runCommand(
    "npm",
    ["install", "--prefer-offline", "--no-audit", "--no-fund", ...args],
    { cwd: folder, env: cleanEnvironment() }
  )
}

/** Writes a file of a made-up application, and the folders that it is in. */
export function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

/** As `write`, for a package.json for instance. */
export function writeJson(file: string, content: unknown): void {
  write(file, JSON.stringify(content, null, 2) + "\n")
}
