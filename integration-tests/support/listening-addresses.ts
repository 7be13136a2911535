import { readFileSync, readdirSync, readlinkSync } from "node:fs"

/** State of a socket that listens, in Linux's own table. */
const LISTEN = "0A"

/**
 * The TCP addresses that these processes listen on, such as "127.0.0.1:9000"
 * and "0:0:0:0:0:0:0:1:9000", as Linux has them.
 */
export function listeningAddresses(pids: readonly string[]): string[] {
  const sockets = new Set(pids.flatMap(socketsOf))
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((table) => readFileSync(table, "utf8").trim().split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = ""]) => {
      return state === LISTEN && sockets.has(inode)
    })
    .map(([, local = ""]) => addressOf(local))
}

/** Inodes of a process's sockets; none of one that has ended. */
function socketsOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).flatMap((fd) => inodeOf(`${folder}/${fd}`))
  } catch {
    return []
  }
}

/** A descriptor may be closed while it is looked at. */
function inodeOf(descriptor: string): string[] {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(descriptor))?.slice(1) ?? []
  } catch {
    return []
  }
}

/** "0100007F:2328" is 127.0.0.1:9000: words of four bytes, the last one first. */
function addressOf(local: string): string {
  const [host = "", port = ""] = local.split(":")
  const bytes = Buffer.from(host, "hex").swap32()
  const groups = bytes.toString("hex").match(/.{4}/g) ?? []
  const address =
    bytes.length === 4
      ? bytes.join(".")
      : groups.map((group) => parseInt(group, 16).toString(16)).join(":")
  return `${address}:${parseInt(port, 16)}`
}
