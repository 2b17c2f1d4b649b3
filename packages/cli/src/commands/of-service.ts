import type { Command } from 'commander';

/** The arguments of commands that move scripts between a folder and a draft. */
export const ofService = (command: Command): Command =>
  command
    .argument('[draft]', 'id of a draft (default: the one pulled into the folder, else the published version)')
    .option('--folder <path>', 'folder of the scripts', '.')
    .option('--url <url>', 'address of the server (default: SWITCHBOARD_URL, else the one of the last pull)')
    .option('--account <name>', 'name of the account in addresses (default: SWITCHBOARD_ACCOUNT)')
    .addHelpText(
      'after',
      '\nThe service token is read from SWITCHBOARD_TOKEN. The console creates it at Scripts, Tokens.',
    );
