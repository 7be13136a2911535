import fs from "node:fs"
import path from "node:path"
import ts from "typescript"
import { sourceFilesOf } from "../package/architecture/source-files"
import { importCircles, importGraph, reachOf } from "./graph"

/** What happens, and the file that it begins in. */
const WAYS = {
  "a webhook": "src/api/hooks/crypto/[provider_id]/route.ts",
  "an opening": "src/modules/crypto-payment/opening/open-attempt.ts",
  "a due attempt": "src/workflows/reconcile-crypto-payments/check-attempt.ts",
  "a recorded refund": "src/workflows/record-crypto-refund.ts",
}

export type Figure = { name: string; value: string; goal: string }

/** How large the project is, beside what it was meant to be at most. */
export function figuresOf(repository: string): Figure[] {
  const files = sourceFilesOf(repository).filter(({ path }) => isProduct(path))
  const lengths = files
    .map(({ source }) => linesOf(source))
    .sort((one, other) => one - other)
  const graph = importGraph(files)
  const reach = Object.entries(WAYS).map(([name, entry]) => ({
    name: `files behind ${name}`,
    value: reachOf(graph, entry).size,
  }))
  const manifest = JSON.parse(read(repository, "package.json"))
  const figures = [
    ["lines of the product", "29,500", sum(lengths)],
    ["files of the product", "270", files.length],
    ["lines of a file, median", "110", lengths[lengths.length >> 1]],
    ["lines of a file, most", "300", lengths[lengths.length - 1]],
    [reach[0].name, "60", reach[0].value],
    [reach[1].name, "38", reach[1].value],
    [reach[2].name, "55", reach[2].value],
    [reach[3].name, "45", reach[3].value],
    ["circles of imports", "0", importCircles(files).length],
    ["exported names", "120", exportedNames(repository, manifest)],
    ["lines of test machinery", "21,000", machineryOf(repository)],
    ["dependencies", "5", Object.keys(manifest.dependencies).length],
    ["migrations", "1", migrationsOf(repository)],
  ] as const
  return figures.map(([name, goal, value]) => ({
    name,
    value: value.toLocaleString("en"),
    goal,
  }))
}

/** What is packed and written by hand: no specs, test data, texts and migrations. */
function isProduct(file: string): boolean {
  return !/\.spec\.|\/(fixtures|migrations|locales|i18n\/json)\//.test(file)
}

/** The helpers of the tests: neither specs nor the suites that they consist of. */
function machineryOf(repository: string): number {
  const files = fs.readdirSync(path.join(repository, "integration-tests"), {
    recursive: true,
    encoding: "utf8",
  })
  return sum(
    files
      .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
      .filter((file) => !/\.spec\.ts$|-suite\.tsx?$/.test(file))
      .map((file) => linesOf(read(repository, `integration-tests/${file}`)))
  )
}

function migrationsOf(repository: string): number {
  return fs
    .readdirSync(path.join(repository, "src/modules/crypto-payment/migrations"))
    .filter((file) => file.endsWith(".ts")).length
}

/** The names that a store can import, types included, each counted once an entry. */
function exportedNames(
  repository: string,
  { exports }: { exports: Record<string, unknown> }
): number {
  const entries = [
    ...new Set(
      Object.values(exports).flatMap((target) => {
        const built = JSON.stringify(target).match(
          /\.medusa\/server\/(src\/[^"]+?)\.(d\.m?ts|m?js)"/
        )
        return built ? [built[1].replace("*", "crypto-payment")] : []
      })
    ),
  ]
    .map((entry) =>
      entry.replace("providers/crypto-payment", "providers/crypto")
    )
    .map((entry) => path.join(repository, `${entry}.ts`))
    .filter((file) => fs.existsSync(file))
  const program = ts.createProgram(entries, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    jsx: ts.JsxEmit.ReactJSX,
    noLib: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  return sum(
    entries.map((entry) => {
      const file = program.getSourceFile(entry)
      const symbol = file && checker.getSymbolAtLocation(file)
      return symbol ? checker.getExportsOfModule(symbol).length : 0
    })
  )
}

function read(repository: string, file: string): string {
  return fs.readFileSync(path.join(repository, file), "utf8")
}

function linesOf(source: string): number {
  return source.split("\n").length - 1
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
