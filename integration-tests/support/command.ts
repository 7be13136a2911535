import { parseArgs, type ParseArgsConfig } from "node:util"

/** Exit code of a command whose arguments are refused; one that fails ends with 1. */
const REFUSED = 2

/**
 * Runs a command with the options of this process, unless they are refused; the README of
 * the tests describes them. `main` resolves to the exit code.
 */
export async function runMain<
  const Options extends NonNullable<ParseArgsConfig["options"]>,
>(
  options: Options,
  main: (
    values: ReturnType<
      typeof parseArgs<{ options: Options; allowPositionals: true }>
    >["values"],
    operands: string[]
  ) => Promise<number>
): Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      options,
      allowPositionals: true,
    })
    process.exitCode = await main(values, positionals)
  } catch (error) {
    const isRefused =
      error instanceof Refused || String(Object(error).code).includes("_ARGS_")
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${message}\n`)
    process.exitCode = isRefused ? REFUSED : 1
  }
}

/** What an option or argument must be. */
export class Refused extends Error {}

/** @throws Refused unless `text` is a number of digits */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw new Refused(`--${option} must be a whole number`)
}

/** @throws Refused unless `text` is one of `choices` */
export function oneOf<Choice extends string>(
  what: string,
  text: string,
  choices: readonly Choice[]
): Choice {
  const choice = choices.find((each) => each === text)
  if (choice !== undefined) return choice
  throw new Refused(`${what} must be one of ${choices.join(", ")}`)
}
