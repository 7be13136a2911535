/**
 * Preloaded into Medusa: ends it when the program that started it is gone, in
 * whichever way it went. Standard input is a pipe that the parent holds open,
 * and the system closes it even on SIGKILL.
 */
const GRACEFUL_END_LIMIT_MS = 5_000

process.stdin.once("close", () => {
  process.kill(process.pid, "SIGTERM")
  setTimeout(() => process.exit(1), GRACEFUL_END_LIMIT_MS).unref()
})
process.stdin.resume()
// Commands that end by themselves must not wait for this pipe.
process.stdin.unref()
