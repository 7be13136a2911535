const fs = require("node:fs")
const { once } = require("node:events")
const path = require("node:path")
const { Worker } = require("jest-worker")

// A worker by itself waits for timers and sockets that Medusa leaves behind. Killed, it still takes
// the time in which the system frees its memory; beside other work that can be longer than the half
// second after which Jest says that it leaks.
const end = Worker.prototype.end
Worker.prototype.end = async function () {
  const children = this._workerPool.getWorkers().map(({ _child }) => _child)
  await Promise.all(children.map(killAndWait))
  return await end.call(this)
}

async function killAndWait(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, "exit")
  child.kill("SIGKILL")
  await exited
}

/**
 * Jest reporter: the last line on stdout says how many tests passed, failed
 * and were skipped. A suite that could not even run counts as one failure.
 * The same, with the files that failed, goes to the file `TEST_REPORT` names.
 */
module.exports = class CountReporter {
  onRunComplete(_contexts, results) {
    const all = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    }
    if (process.env.TEST_REPORT) {
      const failedFiles = results.testResults.filter(hasFailed).map(countFile)
      fs.writeFileSync(
        process.env.TEST_REPORT,
        JSON.stringify({ ...all, failedFiles })
      )
    }
    const line = `${all.passed} passed, ${all.failed} failed, ${all.skipped} skipped\n`
    // Jest's own summary comes after every reporter.
    process.once("exit", () => process.stdout.write(line))
  }
}

function hasFailed({ numFailingTests, testExecError }) {
  return numFailingTests > 0 || testExecError !== undefined
}

function countFile(file) {
  return {
    path: path.relative(process.cwd(), file.testFilePath),
    passed: file.numPassingTests,
    failed: file.numFailingTests + (file.testExecError ? 1 : 0),
    skipped: file.numPendingTests + file.numTodoTests,
  }
}
