import { randomInt } from "node:crypto"
import { createServer } from "node:net"

/**
 * Below the ports that the system gives to connections: one of those could take
 * the port before the server that it was looked up for does. Above 10080, the last
 * one that `fetch` refuses.
 */
const LOWEST = 10_100
const HIGHEST = 32_000

/** A TCP port of the loopback interface that no process listens on right now. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${LOWEST} to ${HIGHEST} is free.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once("error", () => resolve(false))
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)))
  })
}
