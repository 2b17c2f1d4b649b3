import type { Command } from 'commander';
import { bashCompletion } from './bash-completion.ts';
import { programSpec } from './command-specs.ts';
import { fishCompletion } from './fish-completion.ts';
import type { Shell } from './shells.ts';
import { zshCompletion } from './zsh-completion.ts';

const WRITERS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** The script that completes a program's commands, options and files in a shell. */
export const completionText = (shell: Shell, program: Command): string => WRITERS[shell](programSpec(program));
