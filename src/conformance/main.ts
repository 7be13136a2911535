/** Asks a gateway what the contract and its published description say: `npm run conformance`. */
import { runMain } from "../../integration-tests/support/command"
import { conformanceCommand } from "./command-line"
import { reportTable } from "./report/table"
import { writeReport } from "./report/write-report"
import { runConformance } from "./run-conformance"

const command = conformanceCommand(async ({ url }) => {
  process.stderr.write(`Pay this with test coins: ${url}\n`)
})

void runMain(command, async ({ target, output }) => {
  try {
    const report = await runConformance(target)
    process.stdout.write(reportTable(report))
    const files = await writeReport(report, output)
    process.stdout.write(`Written: ${files.join(", ")}\n`)
    return report.counts.failed === 0 ? 0 : 1
  } catch (error) {
    // Not 1: no case failed.
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${why}\n`)
    return 2
  }
})
