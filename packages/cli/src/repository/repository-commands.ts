import { resolve } from 'node:path';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT, UsageError } from '../exit.ts';
import { printable } from '../terminal/terminal.ts';
import { openService, type Service, type ServiceOptions } from './open-service.ts';
import { changeFolder, hashOf, type Pulled, readFolder, readPulled, writePulled } from './pulled-folder.ts';
import {
  archiveDraft,
  branchDraft,
  type CompilerMessage,
  type FileChange,
  isDraft,
  type RemoteScript,
  readScript,
  readTexts,
  saveDraft,
} from './remote-script.ts';
import { differences, unifiedDiff } from './show-diff.ts';

export type FolderOptions = ServiceOptions & { readonly folder: string };
export type PullOptions = FolderOptions & { readonly force: boolean };
export type PushOptions = FolderOptions & { readonly new?: string | undefined; readonly publish: boolean };

type Opened = { readonly folder: string; readonly pulled: Pulled | null; readonly service: Service };

async function open({ folder: given, ...options }: FolderOptions, { env, cwd }: CommandParts): Promise<Opened> {
  const folder = resolve(cwd, given);
  const pulled = await readPulled(folder);
  const service = openService(options, env, pulled ?? {});
  // What was pulled from elsewhere says nothing about this account.
  const isSame = pulled?.url === service.url && pulled.account === service.account;
  return { folder, pulled: isSame ? pulled : null, service };
}

const nameOf = (script: RemoteScript): string =>
  script.status === 'running' ? 'the published version' : printable(script.description);
const countOf = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;

const pulledOf = ({ url, account }: Service, { id, version, files }: RemoteScript): Pulled => ({
  url,
  account,
  id,
  version,
  files: Object.fromEntries(files),
});

/**
 * Writes the files of a draft, or of the published version, into a folder. Exit code 1, with nothing changed, when a file of the
 * folder that differs was not pulled as it is: `--force` overwrites it.
 */
export async function pullCommand(id: string | undefined, options: PullOptions, parts: CommandParts): Promise<number> {
  const { out, err } = parts.terminal;
  const { folder, pulled, service } = await open(options, parts);
  const script = await readScript(service, id ?? pulled?.id ?? null);
  const local = await readFolder(folder, script.files.keys());
  const changed = [...script.files.keys()].filter((path) => hashAt(local, path) !== script.files.get(path));
  const removed = Object.keys(pulled?.files ?? {}).filter((path) => local.has(path) && !script.files.has(path));
  const own = [...changed, ...removed].filter((path) => local.has(path) && hashAt(local, path) !== pulled?.files[path]);
  if (own.length > 0 && !options.force) {
    for (const path of own) err.write(`${printable(path)}\n`);
    err.write(`${countOf(own.length)} changed here would be lost. Push first, or pull with --force.\n`);
    return EXIT.failed;
  }
  await changeFolder(folder, await readTexts(service, script.id, changed), removed);
  await writePulled(folder, pulledOf(service, script));
  for (const path of [...changed, ...removed].sort()) out.write(`${printable(path)}\n`);
  err.write(`Pulled ${nameOf(script)}: ${countOf(changed.length)} written, ${removed.length} deleted.\n`);
  return EXIT.ok;
}

const hashAt = (files: ReadonlyMap<string, string>, path: string): string | undefined => {
  const text = files.get(path);
  return text === undefined ? undefined : hashOf(text);
};

/** Prints what a push would change. Exit code 1 when there is anything. */
export async function diffCommand(
  id: string | undefined,
  options: FolderOptions,
  parts: CommandParts,
): Promise<number> {
  const { out, outColours } = parts.terminal;
  const { folder, pulled, service } = await open(options, parts);
  const script = await readScript(service, id ?? pulled?.id ?? null);
  const local = await readFolder(folder, script.files.keys());
  const differing = [...script.files.keys()].filter((path) => hashAt(local, path) !== script.files.get(path));
  const texts = await readTexts(service, script.id, differing);
  const same = [...script.files.keys()].filter((path) => !texts.has(path));
  const before = new Map([...texts, ...same.map((path) => [path, local.get(path) ?? ''] as const)]);
  const found = differences(before, local);
  for (const file of found) out.write(`${unifiedDiff(file, outColours)}\n`);
  return found.length === 0 ? EXIT.ok : EXIT.failed;
}

/**
 * Saves the files of a folder into a draft, then publishes it if wanted: all of it, or nothing. Exit code 1 when the draft was
 * changed since it was pulled, when it has errors and is to be published, or when it cannot be saved.
 */
export async function pushCommand(id: string | undefined, options: PushOptions, parts: CommandParts): Promise<number> {
  const { err } = parts.terminal;
  const { folder, pulled, service } = await open(options, parts);
  const base = await readScript(service, id ?? pulled?.id ?? null);
  const draft = await draftOf(service, base, options.new);
  const local = await readFolder(folder, draft.files.keys());
  if (local.size === 0) throw new UsageError('The folder has no scripts. Pull first, or name another with --folder.');
  const files = changesOf(draft, local);
  if (files.length === 0 && !options.publish && draft === base) {
    err.write('There are no changes to push.\n');
    return EXIT.ok;
  }
  // What was pulled is what was changed here: a draft that others saved since must not be overwritten.
  const version = pulled?.id === draft.id ? pulled.version : draft.version;
  const saved = await saveDraft(service, { draft: { ...draft, version }, files, publish: options.publish });
  // A refused push leaves no draft behind.
  if (saved.kind !== 'saved' && draft !== base) await archiveDraft(service, draft.id);
  if (saved.kind === 'stale') {
    const who = saved.by === null ? '' : ` by ${printable(saved.by)}`;
    err.write(`The draft was changed${who} since it was pulled. Nothing was pushed: pull, then push again.\n`);
    return EXIT.failed;
  }
  if (saved.kind === 'refused') {
    err.write(`Nothing was pushed: ${saved.reason}\n`);
    return EXIT.failed;
  }
  writeMessages(saved.messages, parts);
  if (saved.kind === 'errors') {
    err.write('Nothing was pushed: a script with errors cannot be published.\n');
    return EXIT.failed;
  }
  await writePulled(folder, pulledOf(service, saved.script));
  const verb = options.publish ? 'Published' : 'Pushed';
  err.write(`${verb} ${printable(saved.script.description)} (${saved.script.id}): ${countOf(files.length)} changed.\n`);
  return EXIT.ok;
}

/** The draft to save into: a new one if a description is given, else the one that was read. Throws UsageError. */
async function draftOf(service: Service, base: RemoteScript, description: string | undefined): Promise<RemoteScript> {
  if (description !== undefined) {
    if (description.trim() === '') throw new UsageError('Draft description cannot be empty');
    return branchDraft(service, base.id, description);
  }
  if (isDraft(base)) return base;
  throw new UsageError(`${nameOf(base)} cannot be changed. Create a draft of it with --new "description".`);
}

function changesOf(draft: RemoteScript, local: ReadonlyMap<string, string>): readonly FileChange[] {
  const written = [...local].filter(([path, text]) => draft.files.get(path) !== hashOf(text));
  const deleted = [...draft.files.keys()].filter((path) => !local.has(path));
  return [...written.map(([path, text]) => ({ path, text })), ...deleted.map((path) => ({ path, text: null }))];
}

function writeMessages(messages: readonly CompilerMessage[], { terminal: { err, errColours } }: CommandParts): void {
  for (const { type, path, line, startColumn, message } of messages) {
    const colour = type === 'error' ? errColours.red : errColours.yellow;
    err.write(`${printable(path)}:${line}:${startColumn} ${colour(type)} ${printable(message)}\n`);
  }
}
