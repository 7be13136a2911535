import { spawn } from "node:child_process"

const SHOWN_CHARACTERS = 6_000

/**
 * Runs a program to its end and resolves to its standard output. Any exit
 * code but 0 is an error that shows the end of what it printed.
 */
export function runCommand(
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv }
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
    })
    let output = ""
    let all = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text
      all += text
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      all += text
    })
    child.once("error", reject)
    child.once("close", (code) => {
      if (code === 0) return resolve(output)
      const command_ = [command, ...args].join(" ")
      reject(
        new Error(
          `${command_} ended with ${code}:\n${all.slice(-SHOWN_CHARACTERS)}`
        )
      )
    })
  })
}
