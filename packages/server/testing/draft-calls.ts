import type { Client } from './graphql-server.ts';

type FileChange = { readonly path: string; readonly text?: string | null; readonly original_path?: string };
export type SaveArguments = {
  readonly version?: number;
  readonly files?: readonly FileChange[];
  readonly description?: string;
  /** Further arguments of the call. */
  readonly [name: string]: unknown;
};
export type SavedAnswer = {
  readonly __typename: string;
  readonly message?: string;
  readonly version?: number;
  readonly changelist?: { readonly id: string; readonly version: number; readonly status: string };
};
export type DraftAnswer = { readonly id: string; readonly version: number };

const SAVED = `__typename ... on SaveChangelistOk { changelist { id version status description needs_merge }
    compilation_result { messages { type } } flows { id } }
  ... on CompilationErrors { message compilation_result { messages { type message } } }
  ... on NeedsMergeError { message } ... on StaleChangelistError { message version updated_by { name } }
  ... on ConflictError { message } ... on NotFoundError { message }`;

/** Calls `save_changelist` and answers its result. */
export async function saveDraft(
  as: Client,
  id: string,
  { files, description, ...more }: SaveArguments,
): Promise<SavedAnswer> {
  const text = `mutation ($id: ID!, $changelist: ChangelistInput, $version: Int, $action: String, $test_exports: [String!], $force_publish: Boolean) {
    saved: save_changelist(changelist_id: $id, changelist: $changelist, version: $version, action: $action, test_exports: $test_exports,
      force_publish: $force_publish) { ${SAVED} } }`;
  const changelist = { ...(files ? { files } : {}), ...(description === undefined ? {} : { description }) };
  return (await as.data<{ saved: SavedAnswer }>(text, { id, changelist, ...more })).saved;
}

/** Calls `branch_changelist`. @param from the changelist; the published one when it is left out */
export async function branchDraft(as: Client, description = 'New Draft', from?: string): Promise<DraftAnswer> {
  const { draft } = await as.data<{ draft: DraftAnswer }>(
    `mutation ($description: String!, $from: ID) { draft: branch_changelist(description: $description, changelist_id: $from) {
      ... on Changelist { id version } ... on NotFoundError { message } ... on ConflictError { message } } }`,
    { description, ...(from === undefined ? {} : { from }) },
  );
  return draft;
}

/** A script that downloads and uploads one table, ready to be published. */
export const scriptOf = (name: string): string => `
  download ${name} from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using { site: string; };
  upload ${name} to { type: "file"; path: "${name}/{YYYY-MM-DD}.csv"; };
`;
export const ADS_SCRIPT = scriptOf('ads');

/** A draft of the published script whose file a.sbs has this text. */
export async function writeDraft(as: Client, description?: string, text = ADS_SCRIPT): Promise<DraftAnswer> {
  const draft = await branchDraft(as, description);
  await saveDraft(as, draft.id, { version: draft.version, files: [{ path: 'a.sbs', text }] });
  return { ...draft, version: draft.version + 1 };
}

/** Calls `rollback_changelist`. */
export async function rollBackTo(as: Client, id: string): Promise<SavedAnswer> {
  const text = `mutation ($id: ID!) { saved: rollback_changelist(changelist_id: $id) { ${SAVED} } }`;
  return (await as.data<{ saved: SavedAnswer }>(text, { id })).saved;
}
