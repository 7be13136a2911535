import { once } from "node:events"
import { connect } from "node:net"
import type { RunningRedis } from "../start-redis"

const DELETE_ALL =
  "for _, key in ipairs(redis.call('keys', ARGV[1])) do redis.call('del', key) end"

/**
 * Lets the locks of Medusa's locking module run out, as two minutes would
 * that core gives them. Only where their holder is dead.
 */
export async function releaseLocks(redis: RunningRedis): Promise<void> {
  await deleteKeys(redis, "medusa_lock:*")
}

/** Deletes all keys that match a pattern of Redis. */
async function deleteKeys(
  { port }: RunningRedis,
  pattern: string
): Promise<void> {
  const socket = connect(port, "127.0.0.1")
  try {
    socket.write(`EVAL "${DELETE_ALL}" 0 ${pattern}\r\n`)
    const answer: unknown[] = await once(socket, "data")
    const text = String(answer[0])
    if (text.startsWith("-")) throw new Error(`Redis says: ${text}`)
  } finally {
    socket.destroy()
  }
}

/**
 * Redis comes back without the events that Medusa's event bus had handed to it, as one that keeps
 * nothing on disk.
 */
export async function loseEvents(redis: RunningRedis): Promise<void> {
  await deleteKeys(redis, "*events-queue*")
}
