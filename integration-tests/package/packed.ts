import type { PackedPackage } from "./pack-package"

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
