import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Exit code of a script whose arguments are wrong. */
export const WRONG_ARGUMENTS = 2;

type Taken<Options extends ParseArgsOptionsConfig> = {
  /** Options as `parseArgs` takes them. `--help` is always one. */
  readonly options: Options;
  /** Takes arguments without a name. */
  readonly allowPositionals?: boolean;
  readonly allowNegative?: boolean;
};
type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/**
 * Reads the arguments of a script. `--help` prints its usage and ends it with 0; an argument that it does not take prints what is
 * wrong with it, and the usage, and ends it with 2.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  taken: Taken<Options>,
): Values<Options> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return printUsage(usage);
  try {
    return parseArgs({ ...taken, args }) as Values<Options>;
  } catch (error) {
    return refuseArguments(usage, error instanceof Error ? error.message : String(error));
  }
}

/** Prints how a script is called, and ends it. */
export function printUsage(usage: string): never {
  console.log(usage);
  process.exit(0);
}

/** Prints what is wrong with the arguments of a script and how it is called, and ends it. */
export function refuseArguments(usage: string, problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(WRONG_ARGUMENTS);
}

/** The whole number that an option has; another text ends the script. */
export function wholeNumber(usage: string, option: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  return refuseArguments(usage, `--${option} must be a whole number, got "${text}".`);
}

/** Ends the script unless each name is one of those that are known. */
export function expectNames(usage: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) refuseArguments(usage, `There is no ${unknown.join(', ')}. Known: ${known.join(', ')}.`);
}
