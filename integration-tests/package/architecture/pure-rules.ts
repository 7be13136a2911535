import { importGraph } from "./import-graph"
import { importsOf, type SourceFile } from "./imports"

const MODULE = "src/modules/crypto-payment/"

/** The module's features, whose rules stand beside their SQL. */
const FEATURE =
  /^src\/modules\/crypto-payment\/(?!fixtures|merchants|migrations|models)[^/]+\/(?!.*\.spec\.)/

/** Whether a file of the module works on the database, itself or through the service. */
function usesDatabase(file: SourceFile): boolean {
  return importsOf(file).some(
    ({ specifier }) => specifier === "../database" || specifier === "../service"
  )
}

/** A pure file of a feature, by what it imports: neither the database nor the service. */
export function isPureRule(file: SourceFile): boolean {
  return FEATURE.test(file.path) && !usesDatabase(file)
}

/** Each pure file that calls one that is not, as `path uses path`. */
export function impureRules(files: readonly SourceFile[]): string[] {
  const ofModule = files.filter((file) => file.path.startsWith(MODULE))
  const working = new Set(
    ofModule.filter(usesDatabase).map((file) => file.path)
  )
  const calls = importGraph(ofModule, ({ typeOnly }) => !typeOnly)
  return ofModule
    .filter(isPureRule)
    .flatMap(({ path }) =>
      (calls.get(path) ?? [])
        .filter((target) => working.has(target))
        .map((target) => `${path} uses ${target}`)
    )
}
