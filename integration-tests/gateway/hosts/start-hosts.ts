import { once } from "node:events"
import type { RequestListener } from "node:http"
import { createServer as createTlsServer, type ServerOptions } from "node:https"
import { createServer, type Server, type Socket } from "node:net"
import type { Certificates } from "./certificates"

/** A host that is no good gateway, or a good one. */
export type Host = {
  url: string
  close(): Promise<void>
}

const TEN_MB = Buffer.alloc(10 * 1024 * 1024, "a")

const MERCHANT = JSON.stringify({
  id: "5f0c7a3e-7d0b-4c53-9a55-0d5c3f4c9b11",
  name: "Shop",
  balance: "12.50",
  created_at: "2026-01-15T12:00:00Z",
})

const good: RequestListener = (_request, response) =>
  void response.end(MERCHANT)

/** What a host does once a TLS connection stands and a request has come. */
const LISTENERS: Record<string, RequestListener> = {
  "answers nothing": () => undefined,
  "drips a byte a second": (_request, response) => {
    response.writeHead(200, { "content-length": "1000" })
    const timer = setInterval(() => response.write(" "), 1_000)
    response.on("close", () => clearInterval(timer))
  },
  "sends 10 MB": (_request, response) => void response.end(TEN_MB),
  "sends 10 MB of headers": (_request, response) => {
    response.socket?.write("HTTP/1.1 200 OK\r\n")
    response.socket?.write(Buffer.concat([Buffer.from("x: "), TEN_MB]))
  },
  "resets after the request": (_request, response) => {
    response.socket?.destroy()
  },
  "resets within the body": (_request, response) => {
    response.writeHead(200, { "content-length": "1000" })
    response.write('{"id":', () => response.socket?.destroy())
  },
}

/** What a host does with a plain TCP connection, before any TLS. */
const ACCEPTORS: Record<string, (socket: Socket) => void> = {
  // Reads, so that it sees the connection end.
  "accepts and does no handshake": (socket) => void socket.resume(),
  "resets at once": (socket) => socket.resetAndDestroy(),
  "speaks no TLS": (socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\n\r\n{}"))
  },
}

/** Starts each host on a port of its own, by what it does. */
export async function startHosts(
  certificates: Certificates
): Promise<Record<string, Host>> {
  const { key, valid, expired, otherHost, selfSigned } = certificates
  const tls = (options: ServerOptions, listener = good) =>
    createTlsServer({ key, ...options }, listener)
  const servers: Record<string, Server> = {
    "is a good gateway": tls({ cert: valid }),
    "has an expired certificate": tls({ cert: expired }),
    "has the certificate of another host": tls({ cert: otherHost }),
    "has a certificate that nobody signed": tls({ cert: selfSigned }),
    "knows only TLS 1.1": tls({
      cert: valid,
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    }),
  }
  for (const [name, listener] of Object.entries(LISTENERS)) {
    servers[name] = tls({ cert: valid }, listener)
  }
  for (const [name, accept] of Object.entries(ACCEPTORS)) {
    servers[name] = createServer(accept)
  }
  const hosts: Record<string, Host> = {}
  for (const [name, server] of Object.entries(servers)) {
    hosts[name] = await open(server)
  }
  return hosts
}

async function open(server: Server): Promise<Host> {
  const sockets = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => sockets.delete(socket))
  })
  server.on("tlsClientError", () => undefined)
  server.listen(0, "localhost")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return {
    url: `https://localhost:${port}`,
    async close() {
      const closed = once(server, "close")
      server.close()
      sockets.forEach((socket) => socket.destroy())
      await closed
    },
  }
}
