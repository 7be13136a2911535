/** Asks a gateway what the contract and its published description say: `npm run conformance`. */
import { HELP, parseCommandLine } from "./command-line"
import { reportTable } from "./report/table"
import { writeReport } from "./report/write-report"
import { runConformance } from "./run-conformance"

async function main(): Promise<number> {
  try {
    const command = parseCommandLine(process.argv.slice(2), async ({ url }) => {
      process.stderr.write(`Pay this with test coins: ${url}\n`)
    })
    if (command === "help") {
      process.stdout.write(HELP)
      return 0
    }
    const report = await runConformance(command.target)
    process.stdout.write(reportTable(report))
    const files = await writeReport(report, command.output)
    process.stdout.write(`Written: ${files.join(", ")}\n`)
    return report.counts.failed === 0 ? 0 : 1
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${why}\n\n${HELP}`)
    return 2
  }
}

void main().then((code) => {
  process.exitCode = code
})
