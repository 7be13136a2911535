import { execFile } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createServer as createTlsServer, type ServerOptions } from "node:https"
import { createServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { describeWithProgram } from "../../support/programs"
import type { Visit, VisitPlan } from "./visit-hosts"

jest.setTimeout(300_000)

const run = promisify(execFile)
const TIMEOUT_MS = 5_000
const CALLS_AT_ONCE = 5

/** What each host leads to. A failed connection has no outcome: the call may be repeated. */
const EXPECTED: [host: string, outcome: string, message: RegExp][] = [
  ["is a good gateway", "answered", /^$/],
  ["has an expired certificate", "outcome_unknown", /expired/],
  ["has the certificate of another host", "outcome_unknown", /altnames/],
  ["has a certificate that nobody signed", "outcome_unknown", /self-signed/],
  ["knows only TLS 1.1", "outcome_unknown", /protocol|version/],
  ["sends 10 MB of headers", "outcome_unknown", /Headers? [Oo]verflow/],
  [
    "accepts and does no handshake",
    "outcome_unknown",
    /within 5000 ms|Timeout/,
  ],
  ["resets at once", "outcome_unknown", /ECONNRESET|disconnected/],
  ["speaks no TLS", "outcome_unknown", /wrong version number|packet length/],
]

const MERCHANT = JSON.stringify({
  id: "5f0c7a3e-7d0b-4c53-9a55-0d5c3f4c9b11",
  name: "Shop",
  balance: "12.50",
  created_at: "2026-01-15T12:00:00Z",
})

describeWithProgram("openssl", "the client at a host over TLS that", () => {
  let folder: string
  let hosts: Record<string, Server>
  let visits: Record<string, Visit>
  const sockets = new Set<Socket>()

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "certificates-"))
    hosts = await makeHosts(folder)
    const urls: Record<string, string> = {}
    for (const [name, server] of Object.entries(hosts)) {
      server.on("connection", (socket: Socket) => {
        sockets.add(socket.on("error", () => undefined))
      })
      server.on("tlsClientError", () => undefined)
      await once(server.listen(0, "localhost"), "listening")
      const address = server.address()
      urls[name] = `https://localhost:${Object(address).port}`
    }
    const plan: VisitPlan = {
      urls,
      timeoutMs: TIMEOUT_MS,
      atOnce: CALLS_AT_ONCE,
    }
    const { stdout } = await run(
      process.execPath,
      [
        ...["-r", require.resolve("../../../.build/typescript.js")],
        ...[path.join(__dirname, "visit-hosts.ts"), JSON.stringify(plan)],
      ],
      {
        env: {
          ...process.env,
          NODE_EXTRA_CA_CERTS: path.join(folder, "authority"),
        },
      }
    )
    visits = JSON.parse(stdout)
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    for (const server of Object.values(hosts)) server.close()
    await rm(folder, { recursive: true })
  })

  it("is listed here", () => {
    expect(EXPECTED.map(([name]) => name)).toEqual(Object.keys(hosts))
  })

  it.each(EXPECTED)("%s: %s", (name, outcome, message) => {
    const visit = visits[name]
    expect(visit.outcomes).toEqual([outcome])
    for (const text of visit.messages) expect(text).toMatch(message)
    expect(visit.longestMs).toBeLessThan(2 * TIMEOUT_MS)
    // A good host's connections are kept for the next calls.
    const kept = outcome === "answered" ? CALLS_AT_ONCE : 0
    expect(visit.connectionsLeft).toBeLessThanOrEqual(kept)
    expect(visit.connectionsAfterClose).toBe(0)
  })
})

/** By what they do, not listening yet; certificates of a throw-away authority, with one private key. */
async function makeHosts(folder: string): Promise<Record<string, Server>> {
  const file = (name: string) => path.join(folder, name)
  const openssl = (...args: string[]) => run("openssl", args)
  const selfSigned = async (name: string, host: string) => {
    await openssl(
      ...["req", "-x509", "-key", file("key"), "-days", "2"],
      ...["-subj", `/CN=${host}`, "-out", file(name)]
    )
    return await readFile(file(name))
  }
  const signed = async (host: string, days: string) => {
    await writeFile(file("extensions"), `subjectAltName=DNS:${host}\n`)
    await openssl(
      ...["req", "-new", "-key", file("key"), "-subj", `/CN=${host}`],
      ...["-out", file("request")]
    )
    await openssl(
      ...["x509", "-req", "-in", file("request"), "-days", days],
      ...["-CA", file("authority"), "-CAkey", file("key"), "-CAcreateserial"],
      ...["-extfile", file("extensions"), "-out", file("signed")]
    )
    return await readFile(file("signed"))
  }
  await openssl("genrsa", "-out", file("key"), "2048")
  const key = await readFile(file("key"))
  await selfSigned("authority", "Test authority")
  const valid = await signed("localhost", "2")
  const good = (options: ServerOptions) =>
    createTlsServer({ key, ...options }, (_request, response) => {
      response.end(MERCHANT)
    })
  return {
    "is a good gateway": good({ cert: valid }),
    "has an expired certificate": good({
      cert: await signed("localhost", "-1"),
    }),
    "has the certificate of another host": good({
      cert: await signed("gateway.example", "2"),
    }),
    "has a certificate that nobody signed": good({
      cert: await selfSigned("self-signed", "localhost"),
    }),
    "knows only TLS 1.1": good({
      cert: valid,
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    }),
    "sends 10 MB of headers": createTlsServer(
      { key, cert: valid },
      (_request, response) => {
        response.socket?.write("HTTP/1.1 200 OK\r\nx: ")
        response.socket?.write(Buffer.alloc(10 * 1024 * 1024, "a"))
      }
    ),
    // Reads, so that it sees the connection end.
    "accepts and does no handshake": createServer((socket) => {
      socket.resume()
    }),
    "resets at once": createServer((socket) => {
      socket.resetAndDestroy()
    }),
    "speaks no TLS": createServer((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\n\r\n{}"))
    }),
  }
}
