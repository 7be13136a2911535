/**
 * Jest reporter: the last line on stdout says how many tests passed, failed
 * and were skipped. A suite that could not even run counts as one failure.
 */
module.exports = class CountReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const skipped = results.numPendingTests + results.numTodoTests
    process.stdout.write(
      `${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`
    )
  }
}
