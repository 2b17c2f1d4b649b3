import type { Command } from 'commander';

/** The option of commands that act as a person of the installation. */
export const asPerson = (command: Command): Command =>
  command
    .option(
      '--as <email>',
      'the person who acts; the administrator of the installation without it, if there is one only',
    )
    .addHelpText(
      'after',
      '\nThe person must hold the permission for it. The audit log records the person, the user of this machine and the command.',
    );

export type AsPerson = { readonly as?: string };
