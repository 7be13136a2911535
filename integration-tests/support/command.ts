import { parseArgs } from "node:util"

/** Exit code of a command whose arguments are refused; one that fails ends with 1. */
const REFUSED = 2

/** An option as `parseArgs` knows it, with what the help says about it. */
export type Option = { about: string } & (
  | { type: "boolean" }
  /** `value` stands for the value in the help, such as `<minutes>`. */
  | { type: "string"; value: string; default?: string }
)

type Options = Record<string, Option>

/** A switch is false where it is not given; a value without default undefined. */
type Values<Given extends Options> = {
  [Name in keyof Given]: Given[Name] extends { type: "boolean" }
    ? boolean
    : Given[Name] extends { default: string }
      ? string
      : string | undefined
}

type Declaration<Given extends Options, Chosen> = {
  /** The npm script. */
  name: string
  /** What it does. */
  about: string
  /** What may follow `npm run <name> --`. @default "[options]", where there are options */
  synopsis?: string
  options: Given
  /** Whether arguments may follow that are no options. @default false */
  hasOperands?: boolean
  /** Where the results go. */
  results: string
  /**
   * What the program is to do.
   *
   * @throws Error that names the option or argument at fault
   */
  choose: (values: Values<Given>, operands: string[]) => Chosen
}

export type Command<Chosen> = {
  usage: string
  help: string
  /** @throws Error that names the option or argument at fault */
  parse: (args: readonly string[]) => Chosen | "help"
}

/** Declares a command once: its help, its options, and the refusal of others. */
export function defineCommand<const Given extends Options, Chosen>(
  declaration: Declaration<Given, Chosen>
): Command<Chosen> {
  const { name, options } = declaration
  const hasOptions = Object.keys(options).length > 0
  const { synopsis = hasOptions ? "[options]" : undefined } = declaration
  const usage = `Usage: npm run ${name}${synopsis ? ` -- ${synopsis}` : ""}`
  return {
    usage,
    help: helpText(usage, declaration),
    parse: (args) => parse(declaration, args),
  }
}

/**
 * Runs a command with the arguments of this process, unless they ask for help or
 * are refused. `main` resolves to the exit code.
 */
export async function runMain<Chosen>(
  command: Command<Chosen>,
  main: (chosen: Chosen) => Promise<number>
): Promise<void> {
  let chosen: Chosen | "help"
  try {
    chosen = command.parse(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n\n${command.usage}\n`)
    process.stderr.write("--help shows what it does and its options.\n")
    process.exitCode = REFUSED
    return
  }
  if (chosen === "help") return void process.stdout.write(command.help)
  try {
    process.exitCode = await main(chosen)
  } catch (error) {
    process.stderr.write(`Failed: ${messageOf(error)}\n`)
    process.exitCode = 1
  }
}

/** @throws Error unless `text` is a number of digits */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw new Error(`--${option} must be a whole number`)
}

/** @throws Error unless `text` is one of `choices` */
export function oneOf<Choice extends string>(
  option: string,
  text: string,
  choices: readonly Choice[]
): Choice {
  const choice = choices.find((each) => each === text)
  if (choice !== undefined) return choice
  throw new Error(`--${option} must be one of ${choices.join(", ")}`)
}

function parse<Given extends Options, Chosen>(
  { options, hasOperands = false, choose }: Declaration<Given, Chosen>,
  args: readonly string[]
): Chosen | "help" {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: hasOperands,
    options: { ...switchesOff(options), ...HELP },
  })
  return values.help ? "help" : choose(values as Values<Given>, positionals)
}

const HELP = { help: { type: "boolean", short: "h", default: false } } as const

function switchesOff(options: Options) {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      option.type === "boolean" ? { ...option, default: false } : option,
    ])
  )
}

/** The terminal breaks the lines. */
function helpText(
  usage: string,
  {
    about,
    options,
    results,
  }: Pick<Declaration<Options, never>, "about" | "options" | "results">
): string {
  const rows = Object.entries(options).map(([name, option]) =>
    option.type === "boolean"
      ? `  --${name}: ${option.about}`
      : `  --${name} ${option.value}: ${option.about}${option.default ? ` (${option.default})` : ""}`
  )
  const lines = [...rows, "  --help: show this text"].join("\n")
  return `${[usage, about, lines, results].join("\n\n")}\n`
}

function reasonOf(error: unknown): string {
  const message = messageOf(error)
  // Node's advice about operands that look like options helps nobody here.
  return message.replace(/\. To specify a positional argument .*/s, "")
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
