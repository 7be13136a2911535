import fs from "node:fs"
import path from "node:path"
import { runCommand } from "../support/run-command"
import { MEDUSA_VERSION, writeJson } from "./fresh-application"
import type { Registry } from "./registry"

const MEDUSA = path.resolve(__dirname, "../../node_modules/@medusajs")

/** A version of Medusa that does not exist: what is installed here, under another number. */
export type MadeUpVersion = {
  version: string
  /** Range of Node. */
  engines: string
  /** Range of React. */
  react: string
  tag: string
  /** Names in Medusa's scope. @default all */
  only?: string[]
}

/** Into a registry that has none of Medusa's packages. */
export async function publishMadeUp(
  folder: string,
  { env }: Registry,
  made: MadeUpVersion
): Promise<void> {
  writeJson(path.join(folder, "package.json"), {
    name: "made-up",
    private: true,
    workspaces: ["*"],
  })
  const names = made.only ?? fs.readdirSync(MEDUSA)
  for (const name of names) {
    const copy = path.join(folder, name)
    const within = path.join(MEDUSA, name)
    fs.cpSync(within, copy, {
      recursive: true,
      filter: (file) => file !== path.join(within, "node_modules"),
    })
    writeJson(path.join(copy, "package.json"), manifestOf(within, made))
  }
  const flags = ["--workspaces", "--ignore-scripts", "--tag", made.tag]
  await runCommand("npm", ["publish", ...flags], { cwd: folder, env })
  fs.rmSync(folder, { recursive: true })
}

type Manifest = {
  version: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Packages with numbers of their own, as Medusa's user interface, keep them. */
function manifestOf(
  folder: string,
  { version, engines, react }: MadeUpVersion
): object {
  const manifest: Manifest = JSON.parse(
    fs.readFileSync(path.join(folder, "package.json"), "utf8")
  )
  const changed = (dependencies: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => {
        if (/^react(-dom)?$/.test(name)) return [name, react]
        const ofMedusa = name.startsWith("@medusajs/")
        return [name, ofMedusa && range === MEDUSA_VERSION ? version : range]
      })
    )
  return {
    ...manifest,
    version: manifest.version === MEDUSA_VERSION ? version : manifest.version,
    engines: { node: engines },
    dependencies: changed(manifest.dependencies),
    peerDependencies: changed(manifest.peerDependencies),
  }
}
