/** The benchmarks: `npm run bench`, or some of them: `npm run bench -- reconciling opening`. */
import { createRequire } from "node:module"
import { runMain } from "../support/command"
import { benchCommand } from "./command-line"

/** For what loads Medusa, which takes seconds: not for --help. */
const load = createRequire(__filename)

void runMain(benchCommand, (chosen) => {
  const { runBenches } = load("./run-benches") as typeof import("./run-benches")
  return runBenches(chosen)
})
