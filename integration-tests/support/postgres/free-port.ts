import { createServer } from "node:net"

/** A TCP port of the loopback interface that no process listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => {
        if (address === null || typeof address === "string") {
          reject(new Error("The system gave a listening server no port."))
        } else {
          resolve(address.port)
        }
      })
    })
  })
}
