import type { Command } from 'commander';
import { type CommandParts, collect, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import type { PreviewOptions } from '../preview/preview-command.ts';

/** `switchboard preview <table> [paths…]`: the first rows of a table. Exit code 0 ok, 1 failed, 2 a wrong call or script. */
export function registerPreview(program: Command, parts: CommandParts): void {
  declareCommand(program, 'preview', {
    description: 'Show the first rows of a table, without any server. Nothing is delivered.',
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
    .option('--rows <number>', 'how many rows to show, at most 1,000', '20')
    .option('--date <yyyy-MM-dd>', 'the report date (yesterday in UTC by default)')
    .option('--keys <file>', 'JSON file of keys by name; else SWITCHBOARD_KEY_<NAME> holds one as JSON')
    .option('--state <folder>', 'folder that keeps the rows of upsert tables, as of run; it is not changed')
    .option(
      '--allow-host <host:port>',
      'private host that may be reached (may be repeated; also SWITCHBOARD_EGRESS_ALLOW)',
      collect,
      [],
    )
    .option('--json', 'print columns and rows as JSON, and no progress', false)
    .action((table: string, paths: string[], options: PreviewOptions) =>
      runAndExit(parts, async () =>
        (await import('../preview/preview-command.ts')).previewCommand(table, paths, options, parts),
      ),
    );
}
