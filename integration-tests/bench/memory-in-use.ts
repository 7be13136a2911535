import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** Of this process, after all garbage is collected: at the second time also what the first let go. */
export function megabytesInUse(): number {
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / (1024 * 1024)
}
