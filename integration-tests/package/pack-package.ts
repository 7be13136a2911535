import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"

/** The packages beside the plugin, from the root of the repository. */
export const STOREFRONT_KIT = "src/storefront"
export const SANDBOX = "src/sandbox"

export type PackedPackage = {
  tarball: string
  /** Paths inside the package. */
  files: string[]
  packedBytes: number
  unpackedBytes: number
}

/**
 * Packs the package in a folder as `npm publish` would, which builds it; with
 * `PACK_WITHOUT_BUILD` it packs what was built last.
 */
export async function packPackage(
  folder: string,
  destination: string
): Promise<PackedPackage> {
  const report = await runCommand(
    "npm",
    [
      ...["pack", "--json", "--pack-destination", destination],
      process.env.PACK_WITHOUT_BUILD
        ? "--ignore-scripts"
        : "--foreground-scripts=false",
    ],
    { cwd: folder, env: cleanEnvironment() }
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

/** The tarballs of one Jest run, or why there are none. */
type Packed = Record<"plugin" | "kit" | "sandbox", PackedPackage>

const VARIABLE = "PACKED_FOR_TESTS"

/** Jest's workers inherit the environment. */
export function setPacked(packed: Packed | { failure: string }): void {
  process.env[VARIABLE] = JSON.stringify(packed)
}

/** Throws in each spec file when packing failed; the other projects still run. */
export function getPacked(): Packed {
  const packed = JSON.parse(process.env[VARIABLE] ?? `{ "failure": "not run" }`)
  if ("failure" in packed) throw new Error(`Packing failed: ${packed.failure}`)
  return packed
}
