import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { type CommandParts, systemParts } from './command-line/command-parts.ts';
import { registerAudit } from './commands/audit.ts';
import { registerCompile } from './commands/compile.ts';
import { registerCompletion } from './commands/completion.ts';
import { registerDiff } from './commands/diff.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerExplain } from './commands/explain.ts';
import { registerFormat } from './commands/format.ts';
import { registerAccount } from './commands/installation/account.ts';
import { registerBackup, registerRestore } from './commands/installation/backup.ts';
import { registerDrain } from './commands/installation/drain.ts';
import { registerKey } from './commands/installation/key.ts';
import { registerPerson } from './commands/installation/person.ts';
import { registerPrune } from './commands/installation/prune.ts';
import { registerVerify } from './commands/installation/verify.ts';
import { registerKeys } from './commands/keys.ts';
import { registerLineage } from './commands/lineage.ts';
import { registerLsp } from './commands/lsp.ts';
import { registerMaintenance } from './commands/maintenance.ts';
import { registerMigrate } from './commands/migrate.ts';
import { registerPreview } from './commands/preview.ts';
import { registerPull } from './commands/pull.ts';
import { registerPush } from './commands/push.ts';
import { registerRetry } from './commands/retry.ts';
import { registerRun } from './commands/run.ts';
import { registerStart } from './commands/start.ts';
import { registerTest } from './commands/test.ts';
import { EXIT } from './exit.ts';

/** One entry a command; each file registers its own. */
const COMMANDS = [
  registerStart,
  registerMigrate,
  registerDrain,
  registerMaintenance,
  registerAudit,
  registerKeys,
  registerDoctor,
  registerRetry,
  registerPrune,
  registerVerify,
  registerBackup,
  registerRestore,
  registerAccount,
  registerPerson,
  registerKey,
  registerRun,
  registerPreview,
  registerTest,
  registerCompile,
  registerFormat,
  registerExplain,
  registerLineage,
  registerPull,
  registerDiff,
  registerPush,
  registerLsp,
  registerCompletion,
] as const;

/** The `switchboard` command with all that it can do. */
export function buildProgram(parts: CommandParts): Command {
  const program = new Command('switchboard')
    .description('Download reports, transform them by scripts, and upload the results.')
    .version(manifest.version, '-V, --version', 'print the version')
    .showHelpAfterError('Try "switchboard --help".')
    .configureOutput({
      writeOut: (text) => void parts.terminal.out.write(text),
      writeErr: (text) => void parts.terminal.err.write(text),
    })
    .exitOverride((error) => {
      parts.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage);
      throw error;
    });
  for (const register of COMMANDS) register(program, parts);
  return program;
}

/** Runs one command line. The exit code is set by the command; a wrong call has reported its error already. */
export async function main(argv: readonly string[], parts: CommandParts = systemParts()): Promise<void> {
  try {
    await buildProgram(parts).parseAsync([...argv]);
  } catch (error) {
    if (!(error instanceof Error && 'exitCode' in error)) throw error;
  }
}
