import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { openssl } from "../openssl"

/** Certificates of a throw-away authority, each with the one private key. */
export type Certificates = {
  /** File of the authority's certificate, for NODE_EXTRA_CA_CERTS. */
  authorityFile: string
  key: string
  /** For `localhost`. */
  valid: string
  /** As `valid`, and over since yesterday. */
  expired: string
  /** For another host. */
  otherHost: string
  /** For `localhost`, signed by nobody. */
  selfSigned: string
  remove(): Promise<void>
}

/** Made by the openssl command line. */
export async function makeCertificates(): Promise<Certificates> {
  const folder = await mkdtemp(path.join(tmpdir(), "certificates-"))
  const file = (name: string) => path.join(folder, name)
  const run = (...args: string[]) => openssl("openssl", args, "")
  const selfSigned = (name: string, host: string) =>
    run(
      ...["req", "-x509", "-key", file("key"), "-days", "2"],
      ...["-subj", `/CN=${host}`, "-out", file(name)]
    )
  const signed = async (name: string, host: string, days: string) => {
    await writeFile(file("extensions"), `subjectAltName=DNS:${host}\n`)
    await run(
      ...["req", "-new", "-key", file("key"), "-subj", `/CN=${host}`],
      ...["-out", file("request")]
    )
    await run(
      ...["x509", "-req", "-in", file("request"), "-days", days],
      ...["-CA", file("authority"), "-CAkey", file("key"), "-CAcreateserial"],
      ...["-extfile", file("extensions"), "-out", file(name)]
    )
    return readFile(file(name), "utf8")
  }
  await run("genrsa", "-out", file("key"), "2048")
  await selfSigned("authority", "Test authority")
  await selfSigned("self-signed", "localhost")
  return {
    authorityFile: file("authority"),
    key: await readFile(file("key"), "utf8"),
    valid: await signed("valid", "localhost", "2"),
    expired: await signed("expired", "localhost", "-1"),
    otherHost: await signed("other-host", "gateway.example", "2"),
    selfSigned: await readFile(file("self-signed"), "utf8"),
    remove: () => rm(folder, { recursive: true }),
  }
}
