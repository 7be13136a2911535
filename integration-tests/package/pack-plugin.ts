import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"

/** Where the build leaves the storefront kit's package. */
export const STOREFRONT_KIT = ".medusa/storefront"

export type PackedPlugin = {
  tarball: string
  /** Paths inside the package. */
  files: string[]
  packedBytes: number
  unpackedBytes: number
}

/**
 * Packs the plugin as `npm publish` would, which builds it; with
 * `PACK_WITHOUT_BUILD` it packs what was built last.
 */
export async function packPlugin(
  repository: string,
  destination: string
): Promise<PackedPlugin> {
  return await npmPack(
    repository,
    destination,
    process.env.PACK_WITHOUT_BUILD
      ? ["--ignore-scripts"]
      : ["--foreground-scripts=false"]
  )
}

/** Packs what was built. */
export async function pack(
  repository: string,
  destination: string
): Promise<PackedPlugin> {
  return await npmPack(repository, destination, ["--ignore-scripts"])
}

async function npmPack(
  repository: string,
  destination: string,
  options: string[]
): Promise<PackedPlugin> {
  const report = await runCommand(
    "npm",
    ["pack", "--json", "--pack-destination", destination, ...options],
    { cwd: repository, env: cleanEnvironment() }
  )
  const [packed]: {
    filename: string
    files: { path: string }[]
    size: number
    unpackedSize: number
  }[] = JSON.parse(report)
  return {
    tarball: path.join(destination, packed.filename),
    files: packed.files.map((file) => file.path),
    packedBytes: packed.size,
    unpackedBytes: packed.unpackedSize,
  }
}
