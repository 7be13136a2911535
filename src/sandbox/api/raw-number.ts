/**
 * The text of a number at the top level of a JSON document, digit by digit as
 * it was sent (JSON.parse would make 98.90 a float); null when the key is not
 * there or holds no number. `json` must be valid JSON. Of a key that appears
 * twice the last one counts, as in JSON.parse.
 */
export function rawNumber(json: string, key: string): string | null {
  let depth = 0
  let candidate: string | null = null
  let currentKey: string | null = null
  let found: string | null = null
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      depth += 1
    } else if (token === "}" || token === "]") {
      depth -= 1
    } else if (depth === 1 && token === ":") {
      currentKey = candidate
      // The value of the key starts here; forget an earlier one.
      found = currentKey === key ? null : found
    } else if (depth === 1 && token === ",") {
      currentKey = null
    } else if (depth === 1 && token.startsWith('"')) {
      candidate = String(JSON.parse(token))
    } else if (depth === 1 && currentKey === key && NUMBER.test(token)) {
      found = token
    }
  }
  return found
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g
const NUMBER = /^-?\d/
