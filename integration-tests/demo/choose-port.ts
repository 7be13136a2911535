import { createServer } from "node:net"
import { freePort } from "../support/postgres"

/**
 * The preferred TCP port if no process listens on it, on either loopback address,
 * else a free one.
 */
export async function choosePort(preferred?: number): Promise<number> {
  if (preferred === undefined) return freePort()
  const free = await Promise.all(
    ["127.0.0.1", "::1"].map((host) => isFree(preferred, host))
  )
  return free.every(Boolean) ? preferred : freePort()
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    // A machine without IPv6 has no process listening there either.
    probe.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code !== "EADDRINUSE" && error.code !== "EACCES")
    )
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
