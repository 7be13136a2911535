import path from "node:path"
import { codeBlock } from "../docs/pages"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"
import { medusaVersion, write, writeJson } from "./manifests"

const repository = path.resolve(__dirname, "../..")

/**
 * Makes a pnpm workspace like the one that create-medusa-app clones: a backend
 * with React 18 and the plugin, a storefront with React 19 and the kit. The
 * backend names other versions of what the dashboard brings, so that pnpm
 * gives the plugin other copies than the dashboard's.
 *
 * @returns the folders of both
 */
export async function makePnpmWorkspace(
  folder: string,
  tarballs: { plugin: string; kit: string },
  /** The command. */
  pnpm: string
): Promise<{ backend: string; storefront: string }> {
  const backend = path.join(folder, "apps/backend")
  const storefront = path.join(folder, "apps/storefront")
  const medusa = medusaVersion()
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
  writeJson(path.join(backend, "package.json"), {
    name: "backend",
    private: true,
    dependencies: {
      "@medusajs/admin-sdk": medusa,
      "@medusajs/admin-shared": medusa,
      "@medusajs/cli": medusa,
      "@medusajs/dashboard": medusa,
      "@medusajs/draft-order": medusa,
      "@medusajs/framework": medusa,
      "@medusajs/medusa": medusa,
      "@medusajs/ui": "4.2.0",
      "@swc/core": "^1.7.28",
      "@tanstack/react-query": "5.90.2",
      "medusa-payment-crypto": `file:${tarballs.plugin}`,
      "prop-types": "^15.8.1",
      react: "^18.3.1",
      "react-dom": "^18.3.1",
      "react-i18next": "13.3.0",
      "react-router-dom": "6.30.4",
      "ts-node": "^10.9.2",
      typescript: "^5.9.0",
    },
  })
  writeJson(path.join(backend, "tsconfig.json"), {
    compilerOptions: {
      target: "ES2021",
      module: "Node16",
      moduleResolution: "Node16",
      skipLibCheck: true,
      outDir: "./.medusa/server",
      rootDir: "./",
    },
    include: ["**/*"],
    exclude: ["node_modules", ".medusa"],
  })
  write(
    path.join(backend, "medusa-config.ts"),
    codeBlock('resolve: "medusa-payment-crypto"')
  )
  writeJson(path.join(storefront, "package.json"), {
    name: "storefront",
    private: true,
    dependencies: {
      "@medusajs/js-sdk": medusa,
      "medusa-payment-crypto-storefront": `file:${tarballs.kit}`,
      react: "^19.0.0",
      "react-dom": "^19.0.0",
    },
  })
  await runCommand(
    pnpm,
    ["install", "--prefer-offline", "--reporter=append-only"],
    { cwd: folder, env: cleanEnvironment() }
  )
  return { backend, storefront }
}

/** The command of pnpm 10, which the repository has, or of another, installed into `folder`. */
export async function pnpmCommand(
  major: number,
  folder: string
): Promise<string> {
  if (major === 10) return path.join(repository, "node_modules/.bin/pnpm")
  writeJson(path.join(folder, "package.json"), { private: true })
  await runCommand(
    "npm",
    ["install", "--prefer-offline", "--no-audit", "--no-fund", `pnpm@${major}`],
    { cwd: folder, env: cleanEnvironment() }
  )
  return path.join(folder, "node_modules/.bin/pnpm")
}
