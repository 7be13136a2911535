import fs from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"

/** The files that the set-up adds to a storefront, by name. */
export function readStarterFiles(): [file: string, content: string][] {
  return filesBelow("starter", "src")
}

/** The differences of the starters' files that it makes there, by file. */
export function readDifferences(): Record<string, string> {
  const differences = filesBelow("starter/pieces", "src")
  return Object.fromEntries(
    differences.map(([file, text]) => [file.replace(/\.diff$/, ""), text])
  )
}

type PieceFile = "medusa-config.ts" | "server.env" | "storefront.env"

/** What it writes into a server's configuration or an environment; the guides show it too. */
export function readPieceFile(name: PieceFile): string {
  return fs.readFileSync(inPackage(`starter/pieces/${name}`), "utf8")
}

function filesBelow(root: string, folder: string): [string, string][] {
  const from = inPackage(root)
  return fs
    .readdirSync(path.join(from, folder), {
      recursive: true,
      withFileTypes: true,
    })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [path.relative(from, file), fs.readFileSync(file, "utf8")])
}

function inPackage(file: string): string {
  const manifest = createRequire(__filename).resolve(
    "medusa-payment-crypto/package.json"
  )
  return path.join(path.dirname(manifest), file)
}
