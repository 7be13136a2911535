import fs from "node:fs"
import path from "node:path"
import { codeBlock } from "../docs/pages"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"
import { medusaVersion, write, writeJson } from "./manifests"

/** Where the packed packages are. */
export type ApplicationTarballs = { plugin: string; sandbox: string }

/**
 * Makes a new Medusa application in `folder` with the packed plugin and
 * sandbox in it, and installs its packages.
 */
export async function makeApplication(
  folder: string,
  tarballs: ApplicationTarballs,
  {
    version = medusaVersion(),
    overrides = {},
  }: {
    /** Of Medusa. @default the one that the plugin is developed with */
    version?: string
    /** Packages that npm is to install in other versions than Medusa asks for. */
    overrides?: Record<string, string>
  } = {}
): Promise<void> {
  // npm refuses an override that contradicts the application's own dependency.
  const withOverrides = (dependencies: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => [
        name,
        overrides[name] ?? range,
      ])
    )
  writeJson(path.join(folder, "package.json"), {
    name: "fresh-store",
    version: "1.0.0",
    private: true,
    dependencies: withOverrides({
      "@medusajs/admin-sdk": version,
      "@medusajs/cli": version,
      "@medusajs/framework": version,
      "@medusajs/medusa": version,
      "@opentelemetry/exporter-prometheus": "^0.220.0",
      "@opentelemetry/exporter-trace-otlp-http": "^0.220.0",
      "@swc/core": "^1.7.28",
      "@types/node": "^20.19.0",
      "@types/react": "^18.3.2",
      "medusa-payment-crypto": `file:${tarballs.plugin}`,
      "prop-types": "^15.8.1",
      react: "^18.3.1",
      "react-dom": "^18.3.1",
      "ts-node": "^10.9.2",
      typescript: "^5.9.0",
    }),
    overrides,
    devDependencies: {
      "medusa-payment-crypto-sandbox": `file:${tarballs.sandbox}`,
    },
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
  copyFromReadme(folder)
  addForeignWidget(folder)
  copySeed(folder)
  await runCommand(
    "npm",
    [
      ...["install", "--prefer-offline", "--no-audit", "--no-fund"],
      // No range of npm's but its own takes a prerelease in.
      ...(version.includes("-") ? ["--force"] : []),
    ],
    { cwd: folder, env: cleanEnvironment() }
  )
}

/** What the README tells a store's developer to write, to the letter. */
function copyFromReadme(folder: string): void {
  write(
    path.join(folder, "medusa-config.ts"),
    codeBlock('resolve: "medusa-payment-crypto"')
  )
  write(path.join(folder, "instrumentation.ts"), codeBlock("registerOtel"))
  write(
    path.join(folder, "src/subscribers/crypto-slack.ts"),
    codeBlock("postToSlack")
  )
}

/** Text of a widget that is not ours, in the zone that ours is in. */
export const FOREIGN_WIDGET = "Loyalty points: 12"

function addForeignWidget(folder: string): void {
  write(
    path.join(folder, "src/admin/widgets/loyalty-points.tsx"),
    `import { defineWidgetConfig } from "@medusajs/admin-sdk"
export default function LoyaltyPoints() {
  return <p>${FOREIGN_WIDGET}</p>
}
export const config = defineWidgetConfig({ zone: "order.details.side.before" })
`
  )
}

/** The seed script with the store builder, lying to each other as here. */
function copySeed(folder: string): void {
  const tests = path.join(folder, "integration-tests")
  fs.cpSync(
    path.resolve(__dirname, "../support/store"),
    path.join(tests, "support/store"),
    { recursive: true, filter: (source) => !source.endsWith(".spec.ts") }
  )
  fs.mkdirSync(path.join(tests, "package"))
  fs.copyFileSync(
    path.join(__dirname, "seed.ts"),
    path.join(tests, "package/seed.ts")
  )
}
