import type { CommandSpec, OptionSpec, ProgramSpec, ValueSpec } from './command-specs.ts';

const namesOf = (options: readonly OptionSpec[]): readonly string[] => options.flatMap((option) => option.names);

/** The statement that offers values; bash 3.2 has no `mapfile`. */
function offer(value: ValueSpec): string {
  switch (value.kind) {
    case 'words':
      return `_switchboard_words '${value.words.join(' ')}'`;
    case 'file':
      return '_switchboard_paths -f';
    case 'folder':
      return '_switchboard_paths -d';
    case 'script':
      return '_switchboard_paths -d; _switchboard_paths -f -X "!*.sbs"';
    case 'none':
      return ':';
  }
}

/** The cases of a command: the values of its options, its options, its arguments. */
function commandCases({ name, options, arguments: args }: CommandSpec): string {
  const values = options.flatMap(({ names, value }) =>
    value === null ? [] : [`    ${names.map((option) => `'${name} ${option} '*`).join('|')}) ${offer(value)} ;;`],
  );
  const last = args.at(-1)?.value ?? { kind: 'none' };
  const words = `    '${name} '*' -'*) _switchboard_words '${namesOf(options).join(' ')}' ;;`;
  return [...values, words, `    '${name} '*) ${offer(last)} ;;`].join('\n');
}

/** Completion for bash, as a script to be sourced. */
export function bashCompletion({ options, commands }: ProgramSpec): string {
  const names = commands.map((command) => command.name);
  return `# Completion of switchboard for bash. Load it in ~/.bashrc by
#   source <(switchboard completion bash)
_switchboard_words() {
  local IFS=$' \\t\\n'
  COMPREPLY+=($(compgen -W "$1" -- "$current"))
}

_switchboard_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2> /dev/null
  COMPREPLY+=($(compgen "$@" -- "$current"))
}

_switchboard() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command='' index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      ${names.join('|')})
        command="\${COMP_WORDS[index]}"
        break
        ;;
    esac
  done
  case "$command $previous $current" in
${commands.map(commandCases).join('\n')}
    *) _switchboard_words '${[...names, ...namesOf(options)].join(' ')}' ;;
  esac
}

complete -F _switchboard switchboard
`;
}
