import { LIMITS } from '@switchboard/model/limits';
import { z } from 'zod';
import { UsageError } from '../exit.ts';
import { printable } from '../terminal/terminal.ts';
import type { Service } from './open-service.ts';

/** A draft, or a version that is or was published, as the server holds it. `files`: SHA-256 in hexadecimal by path. */
export type RemoteScript = {
  readonly id: string;
  readonly status: string;
  readonly version: number;
  readonly description: string;
  readonly files: ReadonlyMap<string, string>;
};

const Script = z
  .object({
    id: z.string(),
    status: z.string(),
    version: z.int(),
    description: z.string(),
    files: z.array(z.object({ path: z.string(), hash: z.string() })),
  })
  .transform(
    (script): RemoteScript => ({ ...script, files: new Map(script.files.map((file) => [file.path, file.hash])) }),
  );

const FIELDS = 'id status version description files { path hash }';
const MESSAGES = 'compilation_result { messages { type path line startColumn message } }';

export const isDraft = ({ status }: Pick<RemoteScript, 'status'>): boolean =>
  status === 'draft' || status === 'proofing';

/** The changelist of an id; without one, the published version. Throws UsageError when there is none. */
export async function readScript(service: Service, id: string | null): Promise<RemoteScript> {
  if (id === null) {
    const data = z.object({ script: Script.nullable() });
    const { script } = await service.call(`query { script: published_changelist { ${FIELDS} } }`, {}, data);
    if (script === null) throw new UsageError(`Account ${printable(service.account)} has published no script.`);
    return script;
  }
  const query = `query ($id: ID!) { script: changelist(id: $id) { ${FIELDS} } }`;
  const { script } = await service.call(query, { id }, z.object({ script: Script.nullable() }));
  if (script === null) throw new UsageError(`Account ${printable(service.account)} has no draft ${printable(id)}.`);
  return script;
}

/** Contents by path. */
export async function readTexts(
  service: Service,
  id: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const query =
    'query ($id: ID!, $paths: [String!]) { script: changelist(id: $id) { files(opened_paths: $paths) { path text } } }';
  const File = z.object({ path: z.string(), text: z.string() });
  for (let at = 0; at < paths.length; at += LIMITS.openedFiles) {
    const wanted = paths.slice(at, at + LIMITS.openedFiles);
    const data = z.object({ script: z.object({ files: z.array(File) }) });
    const { script } = await service.call(query, { id, paths: wanted }, data);
    for (const { path, text } of script.files) texts.set(path, text);
  }
  return texts;
}

const Message = z.object({
  type: z.string(),
  path: z.string(),
  line: z.int(),
  startColumn: z.int(),
  message: z.string(),
});
export type CompilerMessage = z.infer<typeof Message>;
const Compiled = z.object({ messages: z.array(Message) });

const Outcome = z.object({
  __typename: z.string(),
  message: z.string().optional(),
  updated_by: z.object({ name: z.string() }).nullish(),
  changelist_id: z.string().optional(),
  compilation_result: Compiled.optional(),
});

/** A file to write, or, with the text null, to delete. */
export type FileChange = { readonly path: string; readonly text: string | null };

export type Saving = {
  readonly draft: RemoteScript;
  readonly files: readonly FileChange[];
  readonly publish: boolean;
};

/** The result of saving: the current draft, or the reason why nothing was changed. */
export type Saved =
  | { readonly kind: 'saved'; readonly script: RemoteScript; readonly messages: readonly CompilerMessage[] }
  | { readonly kind: 'errors'; readonly messages: readonly CompilerMessage[] }
  | { readonly kind: 'stale'; readonly by: string | null }
  | { readonly kind: 'refused'; readonly reason: string };

/** Saves files into a draft at the version that was read, and publishes it if wanted: all of it, or nothing. */
export async function saveDraft(service: Service, { draft, files, publish }: Saving): Promise<Saved> {
  const query = `mutation ($id: ID!, $version: Int, $files: [ChangelistFileInput!], $action: String) {
    saved: save_changelist(changelist_id: $id, version: $version, changelist: { files: $files }, action: $action) {
      __typename ... on SaveChangelistOk { changelist_id ${MESSAGES} } ... on CompilationErrors { ${MESSAGES} }
      ... on StaleChangelistError { updated_by { name } } ... on NeedsMergeError { message } ... on ConflictError { message }
      ... on NotFoundError { message } } }`;
  const variables = { id: draft.id, version: draft.version, files, action: publish ? 'publish' : null };
  const { saved } = await service.call(query, variables, z.object({ saved: Outcome }));
  const messages = saved.compilation_result?.messages ?? [];
  if (saved.changelist_id !== undefined)
    return { kind: 'saved', script: await readScript(service, saved.changelist_id), messages };
  if (saved.__typename === 'CompilationErrors') return { kind: 'errors', messages };
  if (saved.__typename === 'StaleChangelistError') return { kind: 'stale', by: saved.updated_by?.name ?? null };
  return { kind: 'refused', reason: printable(saved.message ?? saved.__typename) };
}

/** A new draft with the files of another changelist. Throws UsageError when there is none. */
export async function branchDraft(service: Service, from: string, description: string): Promise<RemoteScript> {
  const query = `mutation ($from: ID!, $description: String!) {
    draft: branch_changelist(changelist_id: $from, description: $description) {
      ... on Changelist { id } ... on NotFoundError { message } ... on ConflictError { message } } }`;
  const data = z.object({ draft: z.union([z.object({ id: z.string() }), z.object({ message: z.string() })]) });
  const { draft } = await service.call(query, { from, description }, data);
  if ('message' in draft) throw new UsageError(printable(draft.message));
  return readScript(service, draft.id);
}

export async function archiveDraft(service: Service, id: string): Promise<void> {
  const query = 'mutation ($id: ID!) { saved: save_changelist(changelist_id: $id, action: "archive") { __typename } }';
  await service.call(query, { id }, z.object({ saved: z.object({ __typename: z.string() }) }));
}
