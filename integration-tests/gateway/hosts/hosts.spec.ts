import { spawn } from "node:child_process"
import { once } from "node:events"
import path from "node:path"
import { describeWithProgram } from "../../support/programs"
import { type Certificates, makeCertificates } from "./certificates"
import { type Host, startHosts } from "./start-hosts"
import type { Visit, VisitPlan } from "./visit-hosts"

jest.setTimeout(300_000)

const TIMEOUT_MS = 5_000
const CALLS_AT_ONCE = 5

/** What each host leads to. A failed connection has no outcome: the call may be repeated. */
const EXPECTED: [host: string, outcome: string, message: RegExp][] = [
  ["is a good gateway", "answered", /^$/],
  ["has an expired certificate", "outcome_unknown", /expired/],
  ["has the certificate of another host", "outcome_unknown", /altnames/],
  ["has a certificate that nobody signed", "outcome_unknown", /self-signed/],
  ["knows only TLS 1.1", "outcome_unknown", /protocol|version/],
  ["answers nothing", "outcome_unknown", /no response within 5000 ms/],
  ["drips a byte a second", "outcome_unknown", /no complete response within/],
  ["sends 10 MB", "unexpected_answer", /larger than 1 MiB/],
  ["sends 10 MB of headers", "outcome_unknown", /Headers? [Oo]verflow/],
  ["resets after the request", "outcome_unknown", /other side closed/],
  ["resets within the body", "outcome_unknown", /other side closed|aborted/],
  [
    "accepts and does no handshake",
    "outcome_unknown",
    /within 5000 ms|Timeout/,
  ],
  ["resets at once", "outcome_unknown", /ECONNRESET|disconnected/],
  ["speaks no TLS", "outcome_unknown", /wrong version number|packet length/],
]

async function visitHosts(
  plan: VisitPlan,
  authorityFile: string
): Promise<Record<string, Visit>> {
  const program = path.join(__dirname, "visit-hosts.ts")
  const child = spawn(
    process.execPath,
    [
      ...[
        "--expose-gc",
        "-r",
        require.resolve("../../../.build/typescript.js"),
      ],
      program,
      JSON.stringify(plan),
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile },
    }
  )
  let printed = ""
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()))
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`The visits ended with ${code}.`)
  return JSON.parse(printed)
}

describeWithProgram("openssl", "the client at a host over TLS that", () => {
  let certificates: Certificates
  let hosts: Record<string, Host>
  let visits: Record<string, Visit>

  beforeAll(async () => {
    certificates = await makeCertificates()
    hosts = await startHosts(certificates)
    const urls = Object.fromEntries(
      Object.entries(hosts).map(([name, { url }]) => [name, url])
    )
    const plan = {
      urls,
      timeoutMs: TIMEOUT_MS,
      calls: 15,
      atOnce: CALLS_AT_ONCE,
    }
    visits = await visitHosts(plan, certificates.authorityFile)
  })
  afterAll(async () => {
    await Promise.all(Object.values(hosts).map((host) => host.close()))
    await certificates.remove()
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
    // One answer of 10 MB that stays would be more.
    expect(visit.grownBytes).toBeLessThan(1_000_000)
  })
})
