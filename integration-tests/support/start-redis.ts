import { freePort } from "./postgres"
import { startServer } from "./running-program"

export type RunningRedis = Awaited<ReturnType<typeof startRedis>>

/**
 * Starts an empty Redis that keeps nothing on disk; see
 * `describeWithProgram("redis-server", ...)` for where `command` comes from.
 * It ends with `stop()`, and by itself when this process ends.
 */
export async function startRedis(command: string) {
  const port = await freePort()
  const args = `--port ${port} --bind 127.0.0.1 --appendonly no --save`
  const server = await startServer(
    { command, args: [...args.split(" "), ""], stopSignal: "SIGTERM" },
    /Ready to accept connections/
  )
  return { ...server, port, url: `redis://127.0.0.1:${port}` }
}
