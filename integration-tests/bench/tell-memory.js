/** Loaded into a server: on SIGUSR2 it prints the bytes in use. */
const { setFlagsFromString } = require("node:v8")
const { runInNewContext } = require("node:vm")

process.on("SIGUSR2", () => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc")
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  process.stdout.write(`\nin use: ${heapUsed + external}\n`)
})
