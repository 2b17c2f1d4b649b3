import type { Command } from 'commander';
import { type CommandParts, collect, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import type { PreviewOptions } from '../preview/preview-command.ts';

/** `switchboard preview <table> [paths…]`: the first rows of a table. Exit code 0 ok, 1 failed, 2 a wrong call or script. */
export function registerPreview(program: Command, parts: CommandParts): void {
  declareCommand(program, 'preview', {
    description: 'Show the first rows of a table, without a server. Delivers nothing.',
    examples: [
      'preview daily ads.sbs --date 2026-11-19',
      'preview daily --rows 5 --keys keys.json',
      'preview ads --json > ads.json',
    ],
    exitCodes: {
      0: 'the rows were printed',
      1: 'a download or a query failed',
      2: 'the call or the script is wrong; with --json, the messages of the script are printed as JSON',
    },
  })
    .argument('<table>', 'the name of a table or a download')
    .argument('[paths...]', 'script files, or folders of them', ['.'])
    .option('--rows <number>', 'number of rows to show, at most 1,000', '20')
    .option('--date <yyyy-MM-dd>', 'the report date (default: yesterday in UTC)')
    .option('--keys <file>', 'JSON file of keys by name (default: SWITCHBOARD_KEY_<NAME>, each a key as JSON)')
    .option(
      '--state <folder>',
      'folder with the rows of upsert and snapshot tables, as written by run; it stays unchanged',
    )
    .option(
      '--allow-host <host:port>',
      'private host that may be reached (may be repeated; also SWITCHBOARD_EGRESS_ALLOW)',
      collect,
      [],
    )
    .option('--json', 'print columns and rows as JSON, without progress', false)
    .action((table: string, paths: string[], options: PreviewOptions) =>
      runAndExit(parts, async () =>
        (await import('../preview/preview-command.ts')).previewCommand(table, paths, options, parts),
      ),
    );
}
