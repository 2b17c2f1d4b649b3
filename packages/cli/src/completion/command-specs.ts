import type { Argument, Command, Option } from 'commander';

/** The completions of a value: files, folders, scripts and folders, fixed words, or none. */
export type ValueSpec =
  | { readonly kind: 'file' | 'folder' | 'script' | 'none' }
  | { readonly kind: 'words'; readonly words: readonly string[] };

/** An option; `value` is null for one without a value. */
export type OptionSpec = {
  /** Such as `-V` and `--version`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Whether it may be given more than once. */
  readonly isRepeatable: boolean;
  readonly valueName: string;
  readonly value: ValueSpec | null;
};

export type ArgumentSpec = { readonly name: string; readonly isVariadic: boolean; readonly value: ValueSpec };

export type CommandSpec = {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionSpec[];
  readonly arguments: readonly ArgumentSpec[];
};

/** A program as data: its own options, and its commands. */
export type ProgramSpec = { readonly options: readonly OptionSpec[]; readonly commands: readonly CommandSpec[] };

/** Describes a program and all of its commands for completion. */
export function programSpec(program: Command): ProgramSpec {
  const help = program.createHelp();
  const optionsOf = (command: Command): readonly OptionSpec[] => help.visibleOptions(command).map(optionSpec);
  const names = program.commands.map((command) => command.name());
  const commands = help.visibleCommands(program).map(
    (command): CommandSpec => ({
      name: command.name(),
      description: command.description(),
      options: optionsOf(command),
      arguments: command.registeredArguments.map((argument) =>
        command.name() === 'help'
          ? { name: argument.name(), isVariadic: false, value: { kind: 'words', words: names } }
          : argumentSpec(argument),
      ),
    }),
  );
  return { options: optionsOf(program), commands };
}

function optionSpec(option: Option): OptionSpec {
  const valueName = /<(.+)>/.exec(option.flags)?.[1] ?? '';
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    description: option.description,
    isRepeatable: Array.isArray(option.defaultValue),
    valueName,
    value: option.isBoolean() ? null : valueSpec(valueName, option.argChoices),
  };
}

const argumentSpec = (argument: Argument): ArgumentSpec => ({
  name: argument.name(),
  isVariadic: argument.variadic,
  value: valueSpec(argument.name(), argument.argChoices),
});

const KINDS: Readonly<Record<string, 'file' | 'folder' | 'script'>> = {
  file: 'file',
  folder: 'folder',
  paths: 'script',
};

function valueSpec(name: string, choices: readonly string[] | undefined): ValueSpec {
  return choices === undefined ? { kind: KINDS[name] ?? 'none' } : { kind: 'words', words: choices };
}
