/**
 * Jest reporter: the last line on stdout says how many tests passed, failed
 * and were skipped. A suite that could not even run counts as one failure.
 */
module.exports = class CountReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const skipped = results.numPendingTests + results.numTodoTests
    const line = `${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`
    // Jest's own summary comes after every reporter.
    process.once("exit", () => process.stdout.write(line))
  }
}
