/**
 * The environment of this process without what would let a program find this
 * repository's packages, or think that it runs inside npm or Jest.
 */
export function cleanEnvironment(
  additions: Record<string, string> = {}
): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(package|lifecycle|execpath|command|node_execpath|config_local_prefix)|JEST_|TS_NODE_|CRYPTO_|DB_)/.test(
        name
      ) && !FOREIGN.has(name)
  )
  return {
    ...Object.fromEntries(kept),
    MEDUSA_DISABLE_TELEMETRY: "true",
    ...additions,
  }
}

const FOREIGN = new Set([
  "INIT_CWD",
  "LOG_LEVEL",
  "NODE_ENV",
  "NODE_OPTIONS",
  "NODE_PATH",
  "PORT",
])
