import { detectSandbox, SANDBOX_PARTS, type Sandbox, type SandboxPart } from '@switchboard/connectors';
import { SettingsError } from '../settings/settings-error.ts';

const WORDS: Readonly<Record<SandboxPart, string>> = {
  user: 'a user of its own',
  files: 'files of its own',
  processes: 'processes of its own',
  network: 'no network',
  systemCalls: 'a filter of kernel calls',
  privileges: 'no privileges',
};

/** The parts of the sandbox that this machine refuses, why, and what would allow them; null for none. */
export function sandboxShortage(sandbox: Sandbox = detectSandbox()): string | null {
  const missing = SANDBOX_PARTS.filter((part) => !sandbox.parts.has(part));
  if (missing.length === 0) return null;
  const parts = missing.map((part) => WORDS[part]).join(', ');
  const advice =
    process.platform === 'linux'
      ? 'Run on Linux 5.12 or newer with /usr/bin/perl, and allow user namespaces to the user of the program, or CAP_SYS_ADMIN to its container.'
      : 'Run on Linux.';
  return `Processes that read files, decode mails and run queries have no full sandbox here. Missing: ${parts} (${sandbox.reason}). ${advice}`;
}

/**
 * Logs what is missing of the sandbox.
 * @throws SettingsError where it must not be missing
 */
export function checkSandbox(
  setting: 'required' | 'best-effort',
  warn: (text: string) => void,
  sandbox?: Sandbox,
): void {
  const shortage = sandboxShortage(sandbox);
  if (shortage === null) return;
  if (setting === 'required') throw new SettingsError(`SANDBOX is required. ${shortage}`);
  warn(shortage);
}
