import type { ConformanceReport } from "../run-conformance"
import { junitReport } from "./junit"
import { reportTable } from "./table"

const asked = { section: "5", contract: "401", published: "401 A" }

const report: ConformanceReport = {
  base_url: "https://gateway.example",
  merchant_id: "m",
  started_at: "2026-11-24T12:00:00.000Z",
  duration_ms: 1500,
  counts: { passed: 1, differs: 1, failed: 1, skipped: 1 },
  results: [
    { ...asked, name: "one", seen: "401 A", verdict: "passed" },
    { ...asked, name: "two", seen: "401", verdict: "differs" },
    {
      ...asked,
      name: "three",
      seen: `<b>"200"</b> &\u0007\n${"x".repeat(100)}`,
      verdict: "failed",
    },
    { ...asked, name: "four", seen: "needs --x", verdict: "skipped" },
  ],
  payment_ids: [],
}

it("the table has a line for each case, with texts of the gateway in one line", () => {
  expect(reportTable(report).split("\n")).toEqual([
    "         section  case   contract  published  seen",
    "ok       5        one    401       401 A      401 A",
    "differs  5        two    401       401 A      401",
    `FAILED   5        three  401       401 A      <b>"200"</b> &\u0007 ${"x".repeat(43)}…`,
    "skipped  5        four   401       401 A      needs --x",
    "",
    "1 passed, 1 differ from what is published, 1 failed, 1 skipped",
    "",
  ])
})

it("JUnit's XML counts only broken promises as failures", () => {
  const expected = "contract: 401&#10;published: 401 A&#10;seen: "
  const seen = `&lt;b&gt;&quot;200&quot;&lt;/b&gt; &amp;\ufffd&#10;${"x".repeat(100)}`
  const output = (verdict: string, text: string) =>
    `<system-out>${verdict}&#10;${expected}${text}</system-out>`
  expect(junitReport(report).split("\n")).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    '<testsuite name="conformance of https://gateway.example" tests="4" failures="1" skipped="1" timestamp="2026-11-24T12:00:00.000Z" time="1.5">',
    `<testcase classname="section 5" name="one">${output("passed", "401 A")}</testcase>`,
    `<testcase classname="section 5" name="two">${output("differs", "401")}</testcase>`,
    `<testcase classname="section 5" name="three"><failure message="${seen}">${expected}${seen}</failure>${output("failed", seen)}</testcase>`,
    `<testcase classname="section 5" name="four"><skipped message="needs --x"/>${output("skipped", "needs --x")}</testcase>`,
    "</testsuite>",
    "</testsuites>",
    "",
  ])
})
