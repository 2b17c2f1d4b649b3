import { type Command, Option } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import { LINEAGE_FORMATS, type LineageOptions } from '../lineage/lineage-options.ts';

/** `switchboard lineage <upload> [paths…]`: what an upload is made from. Exit code 0, 1 for scripts with errors, 2 for a wrong call. */
export function registerLineage(program: Command, parts: CommandParts): void {
  declareCommand(program, 'lineage', {
    description: 'Show the downloads, tables and source columns of an upload.',
    examples: ['lineage daily', 'lineage daily ads --format json', 'lineage daily --format mermaid > daily.mmd'],
  })
    .argument('<upload>', 'the name of the upload')
    .argument('[paths...]', 'script files, or folders of them', ['.'])
    .addOption(new Option('--format <format>', 'output format').choices([...LINEAGE_FORMATS]).default('text'))
    .action((upload: string, paths: string[], options: LineageOptions) =>
      runAndExit(parts, async () =>
        (await import('../lineage/lineage-command.ts')).lineageCommand(upload, paths, options, parts),
      ),
    );
}
