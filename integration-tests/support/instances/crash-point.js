/**
 * Preloaded into Medusa: ends its process as `kill -9` does, right after the write that the file
 * CRASH_POINT_FILE names by a regular expression is in the database. The file is then deleted.
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
  if (/^rollback/i.test(text)) this.isMet = false
  if (!isEnd && isCrashPoint(text)) this.isMet = true
  if (!this.isMet || this.isInTransaction) return query.apply(this, args)
  return onAnswer(this, args, () => {
    rmSync(file)
    process.kill(process.pid, "SIGKILL")
  })
}

function isCrashPoint(text) {
  if (!/^\s*(insert|update|delete|with)\b/i.test(text)) return false
  try {
    return new RegExp(readFileSync(file, "utf8")).test(text)
  } catch {
    return false
  }
}

function onAnswer(client, args, act) {
  const at = args.findIndex((each) => typeof each === "function")
  if (at < 0) {
    const answer = query.apply(client, args)
    void answer?.then?.(act, () => {})
    return answer
  }
  const callback = args[at]
  args[at] = (error, ...result) => {
    if (!error) act()
    callback(error, ...result)
  }
  return query.apply(client, args)
}
