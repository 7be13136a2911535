import fs from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { packPlugin } from "../package/pack-plugin"
import { runCommand } from "../package/run-command"
import { atMost, type Figure } from "./figure"

const MEGABYTE = 1024 * 1024
const REPOSITORY = path.resolve(__dirname, "../..")

/**
 * What the packed plugin and its own dependencies take on the disk. A store
 * that has some of these already, as most do, takes on less.
 */
export async function benchInstalledSize(): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "installed-size-"))
  try {
    const { tarball } = await packPlugin(REPOSITORY, folder)
    await runCommand("tar", ["-xzf", tarball], {
      cwd: folder,
      env: process.env,
    })
    const manifest: { dependencies: Record<string, string> } = JSON.parse(
      fs.readFileSync(path.join(folder, "package/package.json"), "utf8")
    )
    const parts = [
      path.join(folder, "package"),
      ...Object.keys(manifest.dependencies).map((name) =>
        path.join(REPOSITORY, "node_modules", name)
      ),
    ]
    const bytes = parts.reduce((sum, part) => sum + sizeOf(part), 0)
    return [
      atMost(
        6,
        "installed size, with all dependencies",
        bytes / MEGABYTE,
        "MB"
      ),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function sizeOf(folder: string): number {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) =>
        sum + fs.statSync(path.join(parentPath, name)).size,
      0
    )
}
