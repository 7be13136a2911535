import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"
import type { ConformanceReport } from "../run-conformance"
import { junitReport } from "./junit"
import { reportTable } from "./table"

/** Writes `report.json`, `junit.xml` and `table.txt`; returns their paths. */
export async function writeReport(
  report: ConformanceReport,
  folder: string
): Promise<string[]> {
  const contents = {
    "report.json": `${JSON.stringify(report, null, 2)}\n`,
    "junit.xml": junitReport(report),
    "table.txt": reportTable(report),
  }
  await mkdir(folder, { recursive: true })
  const files = Object.entries(contents)
  for (const [name, text] of files) {
    await writeFile(path.join(folder, name), text)
  }
  return files.map(([name]) => path.join(folder, name))
}
