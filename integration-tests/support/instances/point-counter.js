/**
 * Preloaded into Medusa: counts durable points from the moment that the file POINTS_FILE has a plan
 * (durable-points.ts). A point is a write outside a transaction that changed rows, or the commit of a
 * transaction that wrote; each is a line of the log. With the plan's `point` reached, one process
 * deletes the plan and acts: `kill` ends it as `kill -9` does, `hold` keeps the answer back for `ms`,
 * both once the server has answered. `cut` counts what is sent, since a client that loses its
 * connection does not know whether it took effect. `slow` delays each statement, up to `ms`.
 */
const { appendFileSync, readFileSync, unlinkSync } = require("node:fs")
const path = require("node:path")
const { setImmediate } = require("node:timers")
const { Client } = require("pg")

const WRITE =
  /(?<!for |for no key )\b(insert into|update|delete from|merge into)\s+(?:only\s+)?"?(?:public"?\.)?"?(\w+)/i

const file = process.env.POINTS_FILE ?? ""
const { query } = Client.prototype
const current = { text: "", plan: undefined, count: 0, random: undefined }

Client.prototype.query = function (...args) {
  const [config] = args
  // A stream, which reads.
  if (typeof config?.submit === "function") return query.apply(this, args)
  const at = args.findIndex((each) => typeof each === "function")
  if (at < 0) {
    return new Promise((resolve, reject) =>
      this.query(...args, (error, answer) =>
        error ? reject(error) : resolve(answer)
      )
    )
  }
  const text = (typeof config === "string" ? config : config.text).trim()
  const callback = args[at]
  args[at] = (error, answer) => {
    const point = error ? undefined : pointOf(this, text, answer)
    const goOn = () => callback(error, answer)
    if (point) answered(point, goOn)
    else goOn()
  }
  const { action, ms } = readPlan() ?? {}
  // Most delays are short, and some long.
  const delayMs = action === "slow" ? ms * current.random.fraction() ** 4 : 0
  if (delayMs >= 1) setTimeout(() => send(this, text, args), delayMs)
  else send(this, text, args)
}

/** The writes that became durable with this answer, in words; undefined where none did. */
function pointOf(client, text, answer) {
  const { command, rowCount } = Array.isArray(answer) ? answer.at(-1) : answer
  const write = writeOf(text)
  if (/^(begin|start transaction)/i.test(text)) client.isInTransaction = true
  else if (/^(commit|end)\b/i.test(text)) {
    client.isInTransaction = false
    // The server rolls back a transaction that failed.
    if (command !== "COMMIT") client.written = undefined
  } else if (/^rollback(?! to)/i.test(text)) {
    client.isInTransaction = false
    client.written = undefined
  } else if (write && (rowCount !== 0 || /^with/i.test(text))) {
    client.written = [client.written, write].filter(Boolean).join(", ")
  }
  if (client.isInTransaction || !client.written) return undefined
  const point = client.written
  client.written = undefined
  return point
}

function writeOf(text) {
  if (!/^(insert|update|delete|merge|with)\b/i.test(text)) return undefined
  const [, verb, table] = WRITE.exec(text) ?? []
  return verb && `${verb.split(" ")[0].toLowerCase()} ${table}`
}

function answered(point, goOn) {
  const { action, ms } = readPlan() ?? {}
  const isReached = action && action !== "cut" && count(point)
  if (isReached && action === "kill") process.kill(process.pid, "SIGKILL")
  else if (isReached && action === "hold") setTimeout(goOn, ms)
  else goOn()
}

function send(client, text, args) {
  const point = client.isInTransaction
    ? /^(commit|end)\b/i.test(text) && client.written
    : writeOf(text)
  const plan = point && readPlan()
  if (plan?.action !== "cut" || !count(point)) query.apply(client, args)
  else if (plan.isLost) {
    // It never arrives.
    client.connection.stream.destroy()
    query.apply(client, args)
  } else {
    query.apply(client, args)
    // Written by then, so that the server takes it.
    setImmediate(() => client.connection.stream.destroy())
  }
}

/** Whether this is the plan's point, and this process is the first that comes to its own. */
function count(point) {
  current.count++
  appendFileSync(`${file}.log`, `${point}\n`)
  if (current.count !== current.plan.point) return false
  try {
    unlinkSync(file)
    return true
  } catch {
    return false
  }
}

/** Undefined where there is none, or only half of it. */
function readPlan() {
  try {
    const text = readFileSync(file, "utf8")
    if (text !== current.text) {
      const plan = JSON.parse(text)
      // Not before Node can load TypeScript.
      const { Random } = require(path.join(__dirname, "../random.ts"))
      Object.assign(current, { text, plan, count: 0 })
      current.random = new Random(plan.seed)
    }
    return current.plan
  } catch {
    return undefined
  }
}
