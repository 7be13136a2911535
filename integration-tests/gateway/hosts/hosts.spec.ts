import { execFile } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createServer as createHttpServer } from "node:http"
import { createServer as createTlsServer, type ServerOptions } from "node:https"
import { createServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { describeWithProgram } from "../../support/programs"
import { visitHosts } from "./visit-hosts"

jest.setTimeout(300_000)

const run = promisify(execFile)
const TIMEOUT_MS = 5_000
const CALLS_AT_ONCE = 5

const MERCHANT = JSON.stringify({
  id: "5f0c7a3e-7d0b-4c53-9a55-0d5c3f4c9b11",
  name: "Shop",
  balance: "12.50",
  created_at: "2026-01-15T12:00:00Z",
})

/** Of a throw-away authority, with one private key. */
type Certificates = Record<
  "key" | "valid" | "expired" | "ofAnotherHost" | "selfSigned",
  Buffer
>

type Start = (certificates: Certificates) => Server

const answering =
  (certificate: keyof Certificates, options: ServerOptions = {}): Start =>
  ({ key, [certificate]: cert }) =>
    createTlsServer({ key, cert, ...options }, (_request, response) => {
      response.end(MERCHANT)
    })

const GOOD = "is a good gateway"

/**
 * What the client says of each host. A failed connection has no outcome: the call may be repeated.
 */
const HOSTS: [host: string, message: RegExp, Start][] = [
  [GOOD, /^$/, answering("valid")],
  ["has an expired certificate", /expired/, answering("expired")],
  [
    "has the certificate of another host",
    /altnames/,
    answering("ofAnotherHost"),
  ],
  [
    "has a certificate that nobody signed",
    /self-signed/,
    answering("selfSigned"),
  ],
  [
    "knows only TLS 1.1",
    /protocol|version/,
    answering("valid", {
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    }),
  ],
  [
    "sends 10 MB of headers",
    /Headers? [Oo]verflow/,
    ({ key, valid }) =>
      createTlsServer({ key, cert: valid }, (_request, response) => {
        response.socket?.write("HTTP/1.1 200 OK\r\nx: ")
        response.socket?.write(Buffer.alloc(10 * 1024 * 1024, "a"))
      }),
  ],
  [
    "accepts and does no handshake",
    /within 5000 ms|Timeout/,
    // Reads, so that it sees the connection end.
    () => createServer((socket) => void socket.resume()),
  ],
  [
    "resets at once",
    /ECONNRESET|disconnected/,
    () => createServer((socket) => void socket.resetAndDestroy()),
  ],
  [
    "speaks no TLS",
    /wrong version number|packet length/,
    () =>
      createServer((socket) => {
        socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\n\r\n{}"))
      }),
  ],
]

describeWithProgram("openssl", "the client at a host over TLS that", () => {
  let folder: string
  let visits: Awaited<ReturnType<typeof visitHosts>>
  const servers: Server[] = []
  const sockets = new Set<Socket>()

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "certificates-"))
    const certificates = await makeCertificates(folder)
    const urls: Record<string, string> = {}
    for (const [name, , start] of HOSTS) {
      const server = start(certificates)
      servers.push(server)
      server.on("connection", (socket: Socket) => {
        sockets.add(socket.on("error", () => undefined))
      })
      server.on("tlsClientError", () => undefined)
      urls[name] = `https://localhost:${await listen(server)}`
    }
    visits = await visitHosts(
      {
        urls,
        calls: ["getMerchant"],
        timeoutMs: TIMEOUT_MS,
        atOnce: CALLS_AT_ONCE,
      },
      { env: { NODE_EXTRA_CA_CERTS: path.join(folder, "authority") } }
    )
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    for (const server of servers) server.close()
    await rm(folder, { recursive: true })
  })

  it.each(HOSTS)("%s: says %s", (name, message) => {
    const visit = visits[name]
    expect(visit.outcomes).toEqual([
      name === GOOD ? "answered" : "outcome_unknown",
    ])
    for (const text of visit.messages) expect(text).toMatch(message)
    expect(visit.longestMs).toBeLessThan(2 * TIMEOUT_MS)
    // A good host's connections are kept for the next calls.
    const kept = name === GOOD ? CALLS_AT_ONCE : 0
    expect(visit.connectionsLeft).toBeLessThanOrEqual(kept)
    expect(visit.connectionsAfterClose).toBe(0)
  })
})

async function makeCertificates(folder: string): Promise<Certificates> {
  const file = (name: string) => path.join(folder, name)
  const openssl = (...args: string[]) => run("openssl", args)
  const selfSigned = async (name: string, host: string) => {
    await openssl(
      "req",
      "-x509",
      "-key",
      file("key"),
      "-days",
      "2",
      "-subj",
      `/CN=${host}`,
      "-out",
      file(name)
    )
    return await readFile(file(name))
  }
  const signed = async (host: string, days: string) => {
    await writeFile(file("extensions"), `subjectAltName=DNS:${host}\n`)
    await openssl(
      "req",
      "-new",
      "-key",
      file("key"),
      "-subj",
      `/CN=${host}`,
      "-out",
      file("request")
    )
    await openssl(
      "x509",
      "-req",
      "-in",
      file("request"),
      "-days",
      days,
      "-CA",
      file("authority"),
      "-CAkey",
      file("key"),
      "-CAcreateserial",
      "-extfile",
      file("extensions"),
      "-out",
      file("signed")
    )
    return await readFile(file("signed"))
  }
  await openssl("genrsa", "-out", file("key"), "2048")
  await selfSigned("authority", "Test authority")
  return {
    key: await readFile(file("key")),
    valid: await signed("localhost", "2"),
    expired: await signed("localhost", "-1"),
    ofAnotherHost: await signed("gateway.example", "2"),
    selfSigned: await selfSigned("self-signed", "localhost"),
  }
}

const MAX_BYTES = 1024 * 1024
const HEAP_MB = 64

/** Bodies of 1 MiB, each hard to read in its own way. */
const BODIES: Record<string, string> = {
  "items that are numbers": list("0"),
  "items that are empty objects": list("{}"),
  "items that are arrays": list("[]"),
  "coins that are numbers": filled("[", "0", "]"),
  "coins that are empty objects": filled("[", "{}", "]"),
  "coins without end": filled(
    "[",
    JSON.stringify({ code: "A", name: "A", blockchain: "A" }),
    "]"
  ),
  "a hundred thousand fields": filled(
    "{",
    Array.from({ length: 90_000 }, (_, at) => `"k${at}":0`).join(","),
    "}"
  ),
  "arrays within arrays": `${"[".repeat(MAX_BYTES / 2)}${"]".repeat(MAX_BYTES / 2)}`,
  "arrays without end": "[".repeat(MAX_BYTES),
}

function list(item: string): string {
  return filled(`{"items":[`, item, `],"total":1,"limit":1,"offset":0}`)
}

/** `unit` again and again, up to the largest body. */
function filled(before: string, unit: string, after: string): string {
  const left = MAX_BYTES - before.length - after.length
  const count = Math.max(1, Math.floor(left / (unit.length + 1)))
  return before + Array(count).fill(unit).join(",") + after
}

it(`the client reads answers of 1 MiB in a process of ${HEAP_MB} MB, each as an unexpected answer`, async () => {
  const names = Object.keys(BODIES)
  const server = createHttpServer((request, response) => {
    const [, at] = request.url?.split("/") ?? []
    response.writeHead(200, { connection: "close" })
    response.end(BODIES[names[Number(at)]])
  })
  const url = `http://localhost:${await listen(server)}`
  // A process that needs more ends with an error.
  const visits = await visitHosts(
    {
      urls: Object.fromEntries(names.map((name, at) => [name, `${url}/${at}`])),
      calls: ["listPayments", "listCurrencies"],
      timeoutMs: TIMEOUT_MS,
      atOnce: 1,
    },
    {
      nodeOptions: [
        `--max-old-space-size=${HEAP_MB}`,
        "--max-semi-space-size=4",
      ],
    }
  )
  server.close()
  expect(Object.keys(visits)).toEqual(names)
  for (const name of names) {
    expect([name, visits[name].outcomes]).toEqual([name, ["unexpected_answer"]])
  }
})

/** The port on which the server listens. */
async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "localhost"), "listening")
  return Number(Object(server.address()).port)
}
