const fs = require("node:fs")
const path = require("node:path")

/** Tells the workers which tests of a spec were chosen, and is for nobody else to set. */
const CHOSEN = "CHOSEN_SUITES"

/**
 * A `*-suite.ts` has tests that a spec registers beside those of other suites,
 * so that they share one shop. An argument that is part of the path of suites,
 * and of no spec, chooses those suites in each spec that imports them.
 *
 * @returns the suites by spec, as absolute paths
 */
function chooseSuites(root, args) {
  if (args.length === 0) return {}
  const files = filesBelow(root)
  const specs = files.filter((file) => /\.spec\.tsx?$/.test(file))
  const suites = files.filter((file) => file.endsWith("-suite.ts"))
  // As Jest itself matches an argument.
  const patterns = args.map((arg) => new RegExp(arg, "i"))

  const meant = patterns
    .filter((pattern) => !specs.some((spec) => pattern.test(spec)))
    .flatMap((pattern) => suites.filter((suite) => pattern.test(suite)))
  if (meant.length === 0) return {}

  const chosen = {}
  for (const spec of specs) {
    // All of it runs anyway.
    if (patterns.some((pattern) => pattern.test(spec))) continue
    const found = importedSuites(spec).filter((suite) => meant.includes(suite))
    if (found.length > 0) chosen[spec] = found
  }
  return chosen
}

/** The sources below `src` and `integration-tests`. */
function filesBelow(root) {
  return ["src", "integration-tests"]
    .map((folder) => path.join(root, folder))
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) =>
      fs
        .readdirSync(folder, { recursive: true })
        .map((file) => path.join(folder, file))
        .filter((file) => !/[\\/](node_modules|dist)[\\/]/.test(file))
    )
}

function importedSuites(spec) {
  const text = fs.readFileSync(spec, "utf8")
  const imports = text.matchAll(/\b(?:from|import) "(\.[^"]*-suite)"/g)
  return [...imports].map(([, name]) => `${path.resolve(spec, "..", name)}.ts`)
}

/**
 * Makes Jest find the specs of chosen suites. Jest reads its arguments before
 * its configuration, and has no option by which that could add to them.
 *
 * @param borrowed specs of another project that `project` runs, too, where only
 *   it was selected and a suite of them was chosen
 */
function findSuites(root, { project, owner, borrowed }) {
  const { SearchSource } = require("jest")
  const { getTestPaths } = SearchSource.prototype
  const isAlone =
    process.argv.includes(project) && !process.argv.includes(owner)

  SearchSource.prototype.getTestPaths = async function (globalConfig, ...rest) {
    const { nonFlagArgs, testPathPattern } = globalConfig
    const arePatterns =
      testPathPattern !== "" &&
      !globalConfig.findRelatedTests &&
      !globalConfig.runTestsByPath
    const chosen = chooseSuites(root, arePatterns ? nonFlagArgs : [])
    process.env[CHOSEN] = JSON.stringify(chosen)
    const specs = Object.keys(chosen)
    if (specs.length === 0)
      return getTestPaths.call(this, globalConfig, ...rest)

    const patterns = [testPathPattern, ...specs.map(escapeRegExp)]
    const found = await getTestPaths.call(
      this,
      { ...globalConfig, testPathPattern: patterns.join("|") },
      ...rest
    )
    const context = this._context
    if (isAlone && context.config.displayName?.name === project) {
      const more = specs.filter((spec) => borrowed.includes(spec))
      found.tests.push(...more.map((spec) => ({ context, path: spec })))
    }
    return found
  }
}

function escapeRegExp(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}

/**
 * Leaves of a spec's tests those that its chosen suites define, if any were
 * chosen. The others are not there, so they do not count as skipped.
 */
function keepChosenTests(spec, rootDescribeBlock) {
  const suites = JSON.parse(process.env[CHOSEN] ?? "{}")[spec]
  if (!suites) return
  const isChosen = ({ asyncError }) =>
    suites.some((suite) => asyncError.stack.includes(`${suite}:`))
  const prune = (block) => {
    block.children = block.children.filter((child) =>
      child.type === "describeBlock" ? prune(child) : isChosen(child)
    )
    return block.children.length > 0
  }
  prune(rootDescribeBlock)
}

module.exports = { chooseSuites, findSuites, keepChosenTests }
