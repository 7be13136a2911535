import type { Result } from "../case"
import type { ConformanceReport } from "../run-conformance"

/**
 * The report as JUnit XML, which CI systems show. A case that only differs from what is published
 * is no failure; what came is in its output.
 */
export function junitReport(report: ConformanceReport): string {
  const { results, counts, base_url, started_at, duration_ms } = report
  const suite = attributes({
    name: `conformance of ${base_url}`,
    tests: results.length,
    failures: counts.failed,
    skipped: counts.skipped,
    timestamp: started_at,
    time: duration_ms / 1_000,
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites>`,
    `<testsuite${suite}>`,
    ...results.map(testcase),
    "</testsuite>",
    "</testsuites>",
    "",
  ].join("\n")
}

function testcase(result: Result): string {
  const { section, name, contract, published, seen, verdict } = result
  const open = `<testcase${attributes({ classname: `section ${section}`, name })}>`
  const expected = `contract: ${contract}\npublished: ${published}\nseen: ${seen}`
  const output = `<system-out>${escaped(`${verdict}\n${expected}`)}</system-out>`
  const outcome =
    verdict === "failed"
      ? `<failure${attributes({ message: seen })}>${escaped(expected)}</failure>`
      : verdict === "skipped"
        ? `<skipped${attributes({ message: seen })}/>`
        : ""
  return `${open}${outcome}${output}</testcase>`
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join("")
}

function escaped(text: string): string {
  return (
    text
      // XML 1.0 has no way to write these.
      .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, "\ufffd")
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;")
      .replace(/\n/g, "&#10;")
  )
}
