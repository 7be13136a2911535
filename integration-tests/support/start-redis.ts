import { startKeptServer } from "./start-kept-server"
import { freePort } from "./postgres"

export type RunningRedis = {
  pid: number
  port: number
  /** For REDIS_URL. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts an empty Redis that keeps nothing on disk; see
 * `describeWithProgram("redis-server", ...)` for where `program` comes from.
 * It ends with `stop()`, and by itself when this process ends.
 */
export async function startRedis(program: string): Promise<RunningRedis> {
  const port = await freePort()
  const server = await startKeptServer({
    command: program,
    args: [
      ...["--port", String(port)],
      ...["--bind", "127.0.0.1"],
      ...["--save", ""],
      ...["--appendonly", "no"],
    ],
    readyText: "Ready to accept connections",
    stopSignal: "SIGTERM",
  })
  return {
    pid: server.pid,
    port,
    url: `redis://127.0.0.1:${port}`,
    stop: () => server.stop(),
  }
}
