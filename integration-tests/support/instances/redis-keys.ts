import { once } from "node:events"
import { connect } from "node:net"
import type { RunningRedis } from "../start-redis"

/**
 * Lets the locks of Medusa's locking module run out, as two minutes would
 * that core gives them. Only where their holder is dead.
 */
export async function releaseLocks(redis: RunningRedis): Promise<void> {
  await deleteKeys(redis, "medusa_lock:*")
}

/**
 * Redis comes back without the events that Medusa's event bus had handed to it, as one that keeps
 * nothing on disk.
 */
export async function loseEvents(redis: RunningRedis): Promise<void> {
  await deleteKeys(redis, "*events-queue*")
}

async function deleteKeys(
  { port }: RunningRedis,
  pattern: string
): Promise<void> {
  const deleteAll =
    "for _, key in ipairs(redis.call('keys', ARGV[1])) do redis.call('del', key) end"
  const socket = connect(port, "127.0.0.1")
  try {
    socket.write(`EVAL "${deleteAll}" 0 ${pattern}\r\n`)
    const [answer]: unknown[] = await once(socket, "data")
    const text = String(answer)
    if (text.startsWith("-")) throw new Error(`Redis says: ${text}`)
  } finally {
    socket.destroy()
  }
}
