import type { Command } from 'commander';

/** The arguments of commands that move scripts between a folder and a draft. */
export const ofService = (command: Command): Command =>
  command
    .argument('[draft]', 'id of a draft (default: what was pulled into the folder, else the published version)')
    .option('--folder <path>', 'folder of the scripts', '.')
    .option('--url <url>', 'address of the server (default: SWITCHBOARD_URL, else what was pulled from)')
    .option('--account <name>', 'account by its name in addresses (default: SWITCHBOARD_ACCOUNT)')
    .addHelpText(
      'after',
      '\nThe service token is read from SWITCHBOARD_TOKEN (the API creates it: create_service_token).',
    );
