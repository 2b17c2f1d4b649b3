import { Argument, type Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import { SHELLS, type Shell } from '../completion/shells.ts';
import { EXIT } from '../exit.ts';

/** `switchboard completion <shell>`: the script that completes this command in a shell. Exit code 0, 2 for a wrong call. */
export function registerCompletion(program: Command, parts: CommandParts): void {
  declareCommand(program, 'completion', {
    description: 'Print a completion script for a shell.',
    examples: [
      'completion bash >> ~/.bashrc',
      'completion zsh > ~/.zfunc/_switchboard',
      'completion fish > ~/.config/fish/completions/switchboard.fish',
    ],
  })
    .addArgument(new Argument('<shell>', 'the shell').choices([...SHELLS]))
    .action((shell: Shell) =>
      runAndExit(parts, async () => {
        const { completionText } = await import('../completion/completion-text.ts');
        parts.terminal.out.write(completionText(shell, program));
        return EXIT.ok;
      }),
    );
}
