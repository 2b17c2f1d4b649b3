import type { ArgumentSpec, CommandSpec, OptionSpec, ProgramSpec, ValueSpec } from './command-specs.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** Text within a specification of `_arguments`, where colons and brackets separate. */
const plain = (text: string): string => text.replace(/[:[\]\\]/g, '\\$&');

function action(value: ValueSpec): string {
  switch (value.kind) {
    case 'words':
      return `(${value.words.join(' ')})`;
    case 'file':
      return '_files';
    case 'folder':
      return '_files -/';
    case 'script':
      return '_files -g "*.sbs"';
    case 'none':
      return ' ';
  }
}

/** One specification for each name of an option; a name excludes the others. */
function optionSpecs({ names, description, isRepeatable, valueName, value }: OptionSpec): readonly string[] {
  const tail = `[${plain(description)}]${value === null ? '' : `:${plain(valueName)}:${action(value)}`}`;
  const start = isRepeatable ? '*' : names.length > 1 ? `(${names.join(' ')})` : '';
  return names.map((name) => quoted(`${start}${name}${tail}`));
}

const argumentSpec = ({ name, isVariadic, value }: ArgumentSpec, index: number): string =>
  quoted(`${isVariadic ? '*' : index + 1}:${plain(name)}:${action(value)}`);

function commandCase({ name, options, arguments: args }: CommandSpec): string {
  const specs = [...options.flatMap(optionSpecs), ...args.map(argumentSpec)];
  return `        ${name})\n          _arguments -s ${specs.join(' \\\n            ')}\n          ;;`;
}

/** Completion for zsh, as a file of `fpath` or a script to be sourced. */
export function zshCompletion({ options, commands }: ProgramSpec): string {
  const described = commands.map(({ name, description }) => quoted(`${name}:${description.replaceAll(':', '\\:')}`));
  return `#compdef switchboard
# Completion of switchboard for zsh. Load it in ~/.zshrc, after compinit, by
#   source <(switchboard completion zsh)
_switchboard() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C ${options.flatMap(optionSpecs).join(' ')} '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands=(
        ${described.join('\n        ')}
      )
      _describe command commands
      ;;
    argument)
      case $line[1] in
${commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
}

if [[ "$funcstack[1]" == _switchboard ]]; then
  _switchboard "$@"
else
  compdef _switchboard switchboard
fi
`;
}
