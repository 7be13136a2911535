import { defineCommand } from "../support/command"

/** In the order in which they run; a bench has one row or several. */
export const BENCH_NAMES = [
  "webhook-to-order",
  "order-statements",
  "opening",
  "reconciling",
  "soak",
  "admin-list",
] as const

export type BenchName = (typeof BENCH_NAMES)[number]

export type ChosenBenches = {
  names: readonly BenchName[]
  soakMinutes: number
}

/** How long the soak takes as one of the benches. */
const SOAK_MINUTES = 5

export const benchCommand = defineCommand({
  name: "bench",
  about: `Measures the plugin, all of it or by NAMES: ${BENCH_NAMES.join(", ")}.`,
  synopsis: "[NAMES] [options]",
  options: {
    soak: {
      type: "string",
      value: "<minutes>",
      about: `only the soak, of so many minutes (as one of the benches it takes ${SOAK_MINUTES})`,
    },
  },
  hasOperands: true,
  results:
    "Prints a table with the goals, and writes .bench/latest.json. The exit code is 0 when every goal is reached.",
  choose: ({ soak }, operands): ChosenBenches => {
    const names = operands.map(benchName)
    if (soak === undefined) {
      return {
        names: names.length > 0 ? names : BENCH_NAMES,
        soakMinutes: SOAK_MINUTES,
      }
    }
    if (names.length > 0) throw new Error("--soak takes no names")
    if (!/^\d+(\.\d+)?$/.test(soak) || !(Number(soak) > 0)) {
      throw new Error("--soak must be a number of minutes greater than 0")
    }
    return { names: ["soak"], soakMinutes: Number(soak) }
  },
})

function benchName(text: string): BenchName {
  const name = BENCH_NAMES.find((each) => each === text)
  if (name) return name
  throw new Error(`There is no bench "${text}", only ${BENCH_NAMES.join(", ")}`)
}
