import type { RunningRedis } from "../start-redis"
import { deleteKeys } from "./release-locks"

/**
 * Redis comes back without the events that Medusa's event bus had handed to it, as one that keeps
 * nothing on disk.
 */
export async function loseEvents(redis: RunningRedis): Promise<void> {
  await deleteKeys(redis, "*events-queue*")
}
