import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import type { FixturesOptions } from '../fixtures/fixtures-command.ts';

/** `switchboard test [paths…]`: runs the fixtures of scripts without a server. Exit code 0 all passed, 1 one failed, 2 a wrong call or script. */
export function registerTest(program: Command, parts: CommandParts): void {
  declareCommand(program, 'test', {
    description: 'Run the fixtures of scripts (inputs and the rows expected from them), without a server.',
    examples: ['test', 'test scripts/ads --only refunds', 'test --json > results.json'],
  })
    .argument('[paths...]', 'script files, or folders of them', ['.'])
    .option('--only <fixture>', 'run only this fixture (may be repeated)', collect, [])
    .option('--json', 'print the outcome as JSON', false)
    .action((paths: string[], options: FixturesOptions) =>
      runAndExit(parts, async () =>
        (await import('../fixtures/fixtures-command.ts')).fixturesCommand(paths, options, parts),
      ),
    );
}

const collect = (value: string, earlier: readonly string[]): readonly string[] => [...earlier, value];
