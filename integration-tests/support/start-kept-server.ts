import { type ChildProcess, spawn } from "node:child_process"
import { Socket } from "node:net"
import path from "node:path"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"

type ServerPlan = {
  command: string
  args: string[]
  /** Account to run as; ours unless given. */
  identity?: { uid?: number; gid?: number }
  /** What the server prints once it accepts connections. */
  readyText: string
  /** Signal that ends it quickly and in order. */
  stopSignal: NodeJS.Signals
  /** Folder to remove once it has ended. */
  removeOnExit?: string
}

type KeptServer = {
  /** Process id of the server itself. */
  pid: number
  /** Resolves once the server is gone. */
  stop(): Promise<void>
}

/**
 * Starts a server that ends with `stop()`, and by itself when this process
 * ends in whatever way. It does not keep this process alive.
 */
export async function startKeptServer(plan: ServerPlan): Promise<KeptServer> {
  const guard = spawn(
    process.execPath,
    [path.join(__dirname, "server-guard.js"), JSON.stringify(plan)],
    {
      // Its own process group: Ctrl-C must not take the server away from
      // programs that are still shutting down.
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
      // Nothing of ours (debugger, loaders) belongs into the guard.
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    }
  )
  const pid = await serverPid(guard.stdout, plan)
  letGo(guard)
  return { pid, stop: () => stopGuard(guard) }
}

async function serverPid(
  guardOutput: Readable,
  { command, args }: ServerPlan
): Promise<number> {
  const what = [path.basename(command), ...args].join(" ")
  for await (const line of createInterface({ input: guardOutput })) {
    const answer: { pid?: number; failure?: string } = JSON.parse(line)
    if (answer.pid !== undefined) return answer.pid
    throw new Error(`Could not start ${what}: ${answer.failure}`)
  }
  throw new Error(`Could not start ${what}: its guard ended.`)
}

function letGo(guard: ChildProcess): void {
  guard.unref()
  unrefStream(guard.stdin)
  unrefStream(guard.stdout)
}

function unrefStream(stream: Readable | Writable | null): void {
  if (stream instanceof Socket) stream.unref()
}

function stopGuard(guard: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (guard.exitCode !== null || guard.signalCode !== null) return resolve()
    guard.ref()
    guard.once("exit", () => resolve())
    guard.stdin?.end()
  })
}
