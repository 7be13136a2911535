import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"

let built: Promise<unknown> | undefined

/** Builds the plugin the first time that it is needed. */
export async function buildOnce(repository: string): Promise<void> {
  built ??= runCommand("npm", ["run", "build"], {
    cwd: repository,
    env: cleanEnvironment(),
  })
  await built
}
