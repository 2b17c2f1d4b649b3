import type { CommandSpec, OptionSpec, ProgramSpec, ValueSpec } from './command-specs.ts';

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** The words that complete a value; files are completed by fish itself. */
function words(value: ValueSpec): string {
  switch (value.kind) {
    case 'words':
      return ` -x -a ${quoted(value.words.join(' '))}`;
    case 'file':
      return ' -r -F';
    case 'folder':
      return " -x -a '(__fish_complete_directories)'";
    case 'script':
      return " -a '(__fish_complete_suffix .sbs)'";
    case 'none':
      return ' -x';
  }
}

function optionLine(condition: string, { names, description, value }: OptionSpec): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const tail = value === null ? '' : words(value);
  return `complete -c switchboard -n ${quoted(condition)} ${flags.join(' ')}${tail} -d ${quoted(description)}`;
}

function commandLines({ name, options, arguments: args }: CommandSpec): readonly string[] {
  const condition = `__fish_seen_subcommand_from ${name}`;
  const values = args
    .filter(({ value }) => value.kind !== 'none')
    .map(({ value }) => `complete -c switchboard -n ${quoted(condition)}${words(value).replace(' -x', '')}`);
  return [...options.map((option) => optionLine(condition, option)), ...values];
}

/** Completion for fish, as a script to be sourced. */
export function fishCompletion({ options, commands }: ProgramSpec): string {
  const lines = [
    '# Completion of switchboard for fish. Load it by',
    '#   switchboard completion fish | source',
    'complete -c switchboard -f',
    ...options.map((option) => optionLine('__fish_use_subcommand', option)),
    ...commands.map(
      ({ name, description }) =>
        `complete -c switchboard -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ),
    ...commands.flatMap(commandLines),
  ];
  return `${lines.join('\n')}\n`;
}
