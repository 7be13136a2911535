import { execFile } from "node:child_process"
import path from "node:path"
import { promisify } from "node:util"

const HEAP_MB = 64

it(`reads answers of 1 MiB in a process of ${HEAP_MB} MB, each as an unexpected answer`, async () => {
  // A process that needs more ends with an error.
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${HEAP_MB}`,
    "--max-semi-space-size=4",
    "-r",
    require.resolve("../../../.build/typescript.js"),
    path.join(__dirname, "read-largest-answers.ts"),
  ])
  const outcomes: Record<string, string> = JSON.parse(stdout)
  const kinds = new Set(Object.values(outcomes))
  expect(Object.keys(outcomes).length).toBeGreaterThan(10)
  expect([...kinds]).toEqual(["unexpected_answer"])
})
