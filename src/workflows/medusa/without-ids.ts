/** The ids that Medusa's messages name, and any other that Medusa generated (a ULID). */
const ID =
  "\\b(?:(?:cart|cali|iitem|order|prod|reg|sc|so|variant)_(?=[0-9A-Za-z]*\\d)[0-9A-Za-z]+|[a-z]+(?:_[a-z]+)*_[0-9A-HJKMNP-TV-Z]{26})\\b"

const QUOTED_ID = new RegExp(`(["']?)(${ID})\\1`, "g")

/** With the quotes, and the words that only announce it. */
const ANNOUNCED_ID = new RegExp(
  `(?:\\s*\\b(?:[Ww]ith )?[Ii][Dd]s?\\b)?[\\s,:]*["'([]?${ID}["')\\]]?`,
  "g"
)

/**
 * A message without ids, which tell a person nothing. Those in `names` are replaced, the others
 * left out with the words "with id".
 */
export function withoutIds(
  message: string,
  names: ReadonlyMap<string, string>
): string {
  return message
    .replace(QUOTED_ID, (text, _quote, id: string) => names.get(id) ?? text)
    .replace(ANNOUNCED_ID, "")
    .trim()
}
