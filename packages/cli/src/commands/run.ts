import type { Command } from 'commander';
import { type CommandParts, collect, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import type { RunOptions } from '../run/run-command.ts';

/** `switchboard run <paths…>`: runs a script's pipeline without a server. Exit code 0 ok, 1 failed, 2 a wrong call or script. */
export function registerRun(program: Command, parts: CommandParts): void {
  declareCommand(program, 'run', {
    description: "Run a script's pipeline for one report date, or each of a range, without a server.",
    examples: [
      'run ads.sbs --date 2026-11-19 --keys keys.json',
      'run ads.sbs --from 2026-11-01 --to 2026-11-19 --state kept',
      'run scripts --only daily --out results',
    ],
    exitCodes: {
      0: 'every download and upload completed',
      1: 'one of them failed',
      2: 'the call or the script is wrong; with --json, the messages of the script are printed as JSON',
    },
  })
    .argument('<paths...>', 'script files, or folders of them')
    .option('--date <yyyy-MM-dd>', 'the report date (default: yesterday in UTC)')
    .option('--from <yyyy-MM-dd>', 'the first report date of a range')
    .option('--to <yyyy-MM-dd>', 'the last report date of a range (default: yesterday in UTC)')
    .option('--keys <file>', 'JSON file of keys by name (default: SWITCHBOARD_KEY_<NAME>, each a key as JSON)')
    .option('--only <upload>', 'run only this upload and what it needs (may be repeated)', collect, [])
    .option('--out <folder>', 'folder for file uploads', 'out')
    .option(
      '--state <folder>',
      'folder that keeps the rows of upsert and snapshot tables between runs (default: they start empty)',
    )
    .option(
      '--allow-host <host:port>',
      'private host that may be reached (may be repeated; also SWITCHBOARD_EGRESS_ALLOW)',
      collect,
      [],
    )
    .option('--json', 'print the outcome as JSON, without progress', false)
    .action((paths: string[], options: RunOptions) =>
      runAndExit(parts, async () => (await import('../run/run-command.ts')).runCommand(paths, options, parts)),
    );
}
