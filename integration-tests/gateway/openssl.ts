import { spawn } from "node:child_process"
import { once } from "node:events"

/**
 * Runs the openssl command line; gives what it printed, as bytes.
 *
 * @throws Error with what it complained about when it ends with a failure
 */
export async function openssl(
  program: string,
  args: string[],
  input: Uint8Array | string
): Promise<Buffer> {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] })
  const printed: Buffer[] = []
  let complaint = ""
  child.stdout.on("data", (chunk: Buffer) => printed.push(chunk))
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()))
  child.stdin.end(input)
  const [code] = await once(child, "close")
  if (code !== 0) {
    throw new Error(`openssl ${args[0]} ended with ${code}: ${complaint}`)
  }
  return Buffer.concat(printed)
}
