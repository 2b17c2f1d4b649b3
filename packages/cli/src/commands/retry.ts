import type { Command } from 'commander';
import { asPerson } from '../administration/as-person.ts';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import type { RetryOptions } from '../retry/retry-command.ts';

/** `switchboard retry --from TIME --to TIME` retries what failed in a span for causes of the installation, or for those
 * that are named. */
export function registerRetry(program: Command, parts: CommandParts): void {
  asPerson(
    declareCommand(program, 'retry', {
      description:
        'Retry the downloads and uploads of all accounts that failed between two times, such as those of an outage.',
      examples: [
        'retry --from 2026-11-20T02:10Z --to 2026-11-20T02:40Z --dry-run',
        'retry --from 2026-11-20T02:10Z --to 2026-11-20T02:40Z --cause SOURCE_UNREACHABLE --account acme',
      ],
    }),
  )
    .requiredOption('--from <time>', 'when the first of them failed, as ISO 8601 with a time zone')
    .requiredOption('--to <time>', 'the end of the span, which is not part of it')
    .option('--cause <codes...>', 'error codes; without it, those of the installation itself')
    .option('--account <name>', 'the account with this name in addresses; all without it')
    .option('--dry-run', 'only count them')
    .action((options: RetryOptions) =>
      runAndExit(parts, async () => (await import('../retry/retry-command.ts')).retryCommand(options, parts)),
    );
}
