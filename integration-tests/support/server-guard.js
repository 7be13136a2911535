/**
 * Keeps one server for the process that started this one, and ends it when
 * that process is gone, in whichever way it went: standard input is a pipe
 * that the parent holds open, and the system closes it even on SIGKILL.
 * Plain JavaScript, so that it starts in a few milliseconds.
 */
const { spawn } = require("node:child_process")
const { rmSync } = require("node:fs")

const STOP_LIMIT_MS = 8_000

const { command, args, identity, stopSignal, removeOnExit } = JSON.parse(
  process.argv[2]
)
const server = spawn(command, args, {
  ...identity,
  stdio: ["ignore", "inherit", "inherit"],
})

// A parent that is gone reads nothing; that is no reason to stop tidying.
process.stdout.on("error", () => {})
if (server.pid) console.log(`pid ${server.pid}`)
server.once("error", (error) => finish(error))
server.once("close", (code) => finish(code ?? "a signal"))
process.stdin.once("close", shutDown).resume()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, shutDown)
}

function shutDown() {
  server.kill(stopSignal)
  setTimeout(() => server.kill("SIGKILL"), STOP_LIMIT_MS).unref()
}

function finish(why) {
  if (why !== 0) console.log(`The server ended with ${why}.`)
  if (removeOnExit) rmSync(removeOnExit, { recursive: true, force: true })
  process.exit(1)
}
