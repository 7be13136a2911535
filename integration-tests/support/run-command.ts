import { type ProgramOptions, RunningProgram } from "./running-program"

/**
 * Runs a program to its end and resolves to its standard output. Any exit
 * code but 0 is an error that shows the end of what it printed.
 */
export async function runCommand(
  command: string,
  args: string[],
  options: Pick<ProgramOptions, "cwd" | "env">
): Promise<string> {
  let output = ""
  await new RunningProgram(command, args, {
    ...options,
    name: [command, ...args].join(" "),
    onOutput: (text, stream) => {
      if (stream === "stdout") output += text
    },
  }).success()
  return output
}
