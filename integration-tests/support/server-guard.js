/**
 * Keeps one server for the process that started this one, and ends it when
 * that process is gone, in whichever way it went: standard input is a pipe
 * that the parent holds open, and the system closes it even on SIGKILL.
 * Plain JavaScript, so that it starts in a few milliseconds.
 */
const { spawn } = require("node:child_process")
const { rmSync } = require("node:fs")
const { tmpdir } = require("node:os")

const LOG_TAIL_CHARACTERS = 20_000
const STOP_LIMIT_MS = 10_000

const plan = JSON.parse(process.argv[2])
const server = spawn(plan.command, plan.args, {
  ...plan.identity,
  cwd: tmpdir(),
  stdio: ["ignore", "pipe", "pipe"],
})

let logTail = ""
let answered = false

for (const stream of [server.stdout, server.stderr]) {
  stream.setEncoding("utf8")
  stream.on("data", (text) => {
    logTail = (logTail + text).slice(-LOG_TAIL_CHARACTERS)
    if (logTail.includes(plan.readyText)) answer({ pid: server.pid })
  })
}
server.once("error", (error) => finish(String(error)))
server.once("close", (code) => finish(`exit code ${code}\n${logTail}`))

// A parent that is gone reads no answer; that is no reason to stop tidying.
process.stdout.on("error", () => {})
process.stdin.once("close", shutDown)
process.stdin.resume()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, shutDown)
}

function answer(message) {
  if (answered) return
  answered = true
  process.stdout.write(JSON.stringify(message) + "\n")
}

function shutDown() {
  server.kill(plan.stopSignal)
  setTimeout(() => server.kill("SIGKILL"), STOP_LIMIT_MS).unref()
}

function finish(failure) {
  answer({ failure })
  if (plan.removeOnExit) {
    rmSync(plan.removeOnExit, { recursive: true, force: true })
  }
  process.exit(0)
}
