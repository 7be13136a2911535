import { execFileSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"

/** The packages of the repository, each with its folder. */
const FOLDERS = { plugin: ".", kit: "src/storefront", sandbox: "src/sandbox" }

export type PackageName = keyof typeof FOLDERS

export const PACKAGES = Object.keys(FOLDERS) as PackageName[]

type PackedPackage = {
  tarball: string
  /** Paths inside the package. */
  files: string[]
  packedBytes: number
  unpackedBytes: number
}

export type Packed = Record<PackageName, PackedPackage>

/**
 * Packs the packages of a repository as `npm publish` would, which builds them;
 * with `PACK_WITHOUT_BUILD` it packs what was built last.
 */
export async function packAll(
  repository: string,
  destination: string
): Promise<Packed> {
  const packed: [string, PackedPackage][] = []
  for (const [name, folder] of Object.entries(FOLDERS)) {
    const report = await runCommand(
      "npm",
      [
        "pack",
        "--json",
        "--pack-destination",
        destination,
        process.env.PACK_WITHOUT_BUILD
          ? "--ignore-scripts"
          : "--foreground-scripts=false",
      ],
      { cwd: path.join(repository, folder), env: cleanEnvironment() }
    )
    // A list, and since npm 12 an object with the package's name.
    const [{ filename, files, size, unpackedSize }] = Object.values<{
      filename: string
      files: { path: string }[]
      size: number
      unpackedSize: number
    }>(JSON.parse(report))
    packed.push([
      name,
      {
        tarball: path.join(destination, filename),
        files: files.map((file) => file.path),
        packedBytes: size,
        unpackedBytes: unpackedSize,
      },
    ])
  }
  return Object.fromEntries(packed) as Packed
}

/** The files that a clone would have, not built yet, with the packages of the repository. */
export function cloneWithoutBuild(repository: string, clone: string): void {
  const files = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: repository, encoding: "utf8" }
  )
  for (const file of files.split("\0").filter(Boolean)) {
    const source = path.join(repository, file)
    if (!fs.existsSync(source)) continue
    fs.cpSync(source, path.join(clone, file))
  }
  fs.symlinkSync(
    path.join(repository, "node_modules"),
    path.join(clone, "node_modules")
  )
}

const VARIABLE = "PACKED_FOR_TESTS"

/** The tarballs of one Jest run, or why there are none: Jest's workers inherit the environment. */
export function setPacked(packed: Packed | { failure: string }): void {
  process.env[VARIABLE] = JSON.stringify(packed)
}

/** Throws in each spec file when packing failed; the other projects still run. */
export function getPacked(): Packed {
  const packed = JSON.parse(process.env[VARIABLE] ?? `{ "failure": "not run" }`)
  if ("failure" in packed) throw new Error(`Packing failed: ${packed.failure}`)
  return packed
}
