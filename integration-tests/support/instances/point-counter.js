/**
 * Preloaded into Medusa: counts durable points while the file POINTS_FILE has a plan
 * (durable-points.ts). A point is a write outside a transaction that changed rows, or the commit of
 * a transaction that wrote; each is a line of the log. At the plan's `point` one process deletes
 * the plan and acts, once the server has answered: `kill` ends it as `kill -9` does, `hold` keeps
 * the answer back for `ms`, `cut` loses the connection with the answer, and that of a commit when
 * it is sent. `slow` delays each statement by `ms` at most.
 */
const { appendFileSync, readFileSync, unlinkSync } = require("node:fs")
const path = require("node:path")
const { setImmediate } = require("node:timers")
const { Client } = require("pg")

const WRITE =
  /(?<!for |for no key )\b(insert into|update|delete from|merge into)\s+(?:only\s+)?"?(?:public"?\.)?"?(\w+)/i

/** Parts of a text with one: its groups are among them. */
const ONE_WRITE = 4

const file = process.env.POINTS_FILE ?? ""
const { query } = Client.prototype
const current = { text: "", plan: {}, count: 0, random: undefined }

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
    const { action, ms } = point ? readPlan() : {}
    const isCounted = action === "cut" && isCommit(text)
    const isReached = action && !isCounted && isPlanned(point)
    if (!isReached) callback(error, answer)
    else if (action === "kill") process.kill(process.pid, "SIGKILL")
    else if (action === "hold") setTimeout(callback, ms, error, answer)
    else {
      this.connection.stream.destroy()
      callback(new Error("The answer was lost with its connection."))
    }
  }
  const { action, ms } = readPlan()
  // Most delays are short, and some long.
  if (action !== "slow") send(this, text, args)
  else setTimeout(send, ms * current.random.fraction() ** 4, this, text, args)
}

/** The writes that became durable with this answer, in words; undefined where none did. */
function pointOf(client, text, answer) {
  const { command, rowCount } = Array.isArray(answer) ? answer.at(-1) : answer
  const write = writeOf(text)
  // The answer counts the rows of the main statement alone.
  const isNested = command === "SELECT" || text.split(WRITE).length > ONE_WRITE
  if (write && (rowCount !== 0 || isNested)) {
    client.written = [client.written, write].filter(Boolean).join(", ")
  }
  if (client.getTransactionStatus() !== "I") return undefined
  const { written } = client
  client.written = undefined
  // So the server also answers the commit of a transaction that failed.
  return command === "ROLLBACK" ? undefined : written
}

function writeOf(text) {
  if (!/^(insert|update|delete|merge|with)\b/i.test(text)) return undefined
  const [, verb, table] = WRITE.exec(text) ?? []
  return verb && `${verb.split(" ")[0].toLowerCase()} ${table}`
}

function isCommit(text) {
  return /^(commit|end)\b/i.test(text)
}

function send(client, text, args) {
  const point = isCommit(text) && client.written
  const { action, isLost } = point ? readPlan() : {}
  const isCut = action === "cut" && isPlanned(point)
  const cut = () => client.connection.stream.destroy()
  if (isCut && isLost) cut()
  query.apply(client, args)
  // Written by then, so that the server takes it.
  if (isCut && !isLost) setImmediate(cut)
}

/** Whether this is the plan's point, and no other process has come to its own. */
function isPlanned(point) {
  appendFileSync(`${file}.log`, `${point}\n`)
  if (++current.count !== current.plan.point) return false
  try {
    unlinkSync(file)
    return true
  } catch {
    return false
  }
}

/** Empty where there is none, or only half of it. */
function readPlan() {
  try {
    const text = readFileSync(file, "utf8")
    if (text !== current.text) {
      const plan = JSON.parse(text)
      // Not before Node can load TypeScript.
      const { Random } = require(path.join(__dirname, "../random.ts"))
      const random = new Random(plan.seed)
      Object.assign(current, { text, plan, count: 0, random })
    }
    return current.plan
  } catch {
    return {}
  }
}
