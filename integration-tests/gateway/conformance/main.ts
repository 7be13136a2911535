/** Tries the contract's cases against any gateway: `npm run conformance`. */
import { HELP, parseCommandLine } from "./command-line"
import { reportTable } from "./report-table"
import { runConformance } from "./run-conformance"

async function main(): Promise<number> {
  try {
    const target = parseCommandLine(process.argv.slice(2), async ({ url }) => {
      process.stderr.write(`Pay this with test coins: ${url}\n`)
    })
    if (target === "help") {
      process.stdout.write(HELP)
      return 0
    }
    const report = await runConformance(target)
    process.stdout.write(reportTable(report))
    return report.ok ? 0 : 1
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${why}\n\n${HELP}`)
    return 2
  }
}

void main().then((code) => {
  process.exitCode = code
})
