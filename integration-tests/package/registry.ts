import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import { freePort } from "../support/postgres"
import { RunningProgram } from "../support/running-program"
import { npmInstall, write, writeJson } from "./fresh-application"

/**
 * The last that runs on each supported Node. Installed where it is needed: its 200 packages and
 * 79 MB would be in everybody's `npm ci`.
 */
const VERDACCIO = "verdaccio@6.8.0"

/** A registry of npm on this machine, in which anybody may publish. */
export type Registry = {
  url: string
  /** Of commands that read from it and publish to it. */
  env: NodeJS.ProcessEnv
  stop(): Promise<void>
}

/**
 * Has of `own` only what is published to it, and gets all others from npm's registry.
 *
 * @param own pattern of names; npm asks the registry for nothing else where it is a scope
 */
export async function startRegistry(
  folder: string,
  own: string
): Promise<Registry> {
  writeJson(path.join(folder, "package.json"), {
    private: true,
    // It asks for a tag of node-fetch that not every mirror of the registry has.
    overrides: { "node-fetch": "^2.7.0" },
  })
  await npmInstall(folder, VERDACCIO)
  const config = path.join(folder, "config.yaml")
  write(
    config,
    `storage: ./storage
uplinks:
  npm: { url: https://registry.npmjs.org/ }
packages:
  "${own}": { access: $all, publish: $all }
  "**": { access: $all, proxy: npm }
log: { type: stdout, format: pretty, level: warn }
`
  )
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const program = new RunningProgram(
    path.join(folder, "node_modules/.bin/verdaccio"),
    ["--config", config, "--listen", `127.0.0.1:${port}`],
    { cwd: folder, env: cleanEnvironment() }
  )
  await program.answers(`${url}-/ping`).catch(async (error) => {
    await program.stop()
    throw error
  })
  const npmrc = path.join(folder, "npmrc")
  // npm publishes only with a token, whatever the registry asks for.
  const asked = own.startsWith("@")
    ? own.replace("/*", ":registry")
    : "registry"
  write(npmrc, `${asked}=${url}\n//127.0.0.1:${port}/:_authToken=any\n`)
  const env = cleanEnvironment({ npm_config_userconfig: npmrc })
  // A registry on this machine knows nothing of GitHub's word for a workflow.
  delete env.ACTIONS_ID_TOKEN_REQUEST_URL
  return { url, env, stop: () => program.stop() }
}
