import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** One address before several servers. */
export type FrontDoor = { url: string; close(): Promise<void> }

/** What the door needs to know of a server. */
export type Behind = { readonly port: number; readonly isUp: boolean }

/**
 * Passes each connection to the next server that is up, in turn, as a load
 * balancer does. With all of them down a connection is cut, as it would be.
 */
export async function openFrontDoor(servers: Behind[]): Promise<FrontDoor> {
  const sockets = new Set<Socket>()
  let turn = 0
  const door = createServer((caller) => {
    const up = servers.filter(({ isUp }) => isUp)
    const server = up[turn++ % Math.max(1, up.length)]
    if (!server) {
      caller.destroy()
      return
    }
    const onward = connect(server.port, "127.0.0.1")
    for (const [one, other] of [
      [caller, onward],
      [onward, caller],
    ]) {
      sockets.add(one)
      one.pipe(other)
      // A cut on one side is a cut on the other: neither side waits for an answer.
      one.on("error", () => other.destroy())
      one.on("close", () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  door.listen(0, "127.0.0.1")
  await once(door, "listening")
  return {
    url: `http://localhost:${(door.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(door, "close")
      door.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
