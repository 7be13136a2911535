/**
 * Preloaded into Medusa. The file CRASH_POINT_FILE has a regular expression, and how long to hold:
 * right after the write that it names is in the database, its caller waits for so many milliseconds;
 * without them the process ends as `kill -9` does. The file is then deleted.
 */
const { readFileSync, rmSync } = require("node:fs")
const { Client } = require("pg")

const file = process.env.CRASH_POINT_FILE ?? ""
const { query } = Client.prototype

Client.prototype.query = function (...args) {
  const [config] = args
  const text = typeof config === "string" ? config : (config?.text ?? "")
  if (/^begin/i.test(text)) this.isInTransaction = true
  const isEnd = /^(commit|rollback)/i.test(text)
  if (isEnd) this.isInTransaction = false
  if (/^rollback/i.test(text)) this.metPoint = undefined
  if (!isEnd) this.metPoint ??= crashPoint(text)
  if (!this.metPoint || this.isInTransaction) return query.apply(this, args)
  const { holdMs } = this.metPoint
  this.metPoint = undefined
  return afterAnswer(this, args, (goOn) => {
    rmSync(file, { force: true })
    if (holdMs) setTimeout(goOn, holdMs)
    else process.kill(process.pid, "SIGKILL")
  })
}

function crashPoint(text) {
  if (!/^\s*(insert|update|delete|with)\b/i.test(text)) return undefined
  try {
    const { pattern, holdMs } = JSON.parse(readFileSync(file, "utf8"))
    return new RegExp(pattern).test(text) ? { holdMs } : undefined
  } catch {
    return undefined
  }
}

/** `act` comes between a query's answer and its caller. */
function afterAnswer(client, args, act) {
  const at = args.findIndex((each) => typeof each === "function")
  if (at < 0) {
    return query
      .apply(client, args)
      .then((answer) => new Promise((goOn) => act(() => goOn(answer))))
  }
  const callback = args[at]
  args[at] = (error, ...result) => {
    if (error) callback(error, ...result)
    else act(() => callback(error, ...result))
  }
  return query.apply(client, args)
}
