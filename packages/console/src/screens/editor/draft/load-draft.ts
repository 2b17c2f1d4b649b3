import { LIMITS } from '@switchboard/model/limits';
import type { Client } from 'urql';
import { describeFailure, type Failure } from '../../../api/failure.ts';
import {
  EditorCatalogDocument,
  EditorDraftDocument,
  EditorHeadDocument,
  EditorTextsDocument,
} from '../../../api/generated/documents/editor.ts';
import type { EditorHeadFragment } from '../../../api/generated/graphql.ts';
import type { OpenedAddress } from '../opened-address.ts';
import type { DraftFiles, StoredFile } from './draft-files.ts';

export type DraftHead = EditorHeadFragment;

/** The head of a draft, and which version is published. */
export type DraftState = { readonly head: DraftHead; readonly publishedId: string | null };

/** The files of a draft without texts, and the text of the one that its address opens. */
export type OpenedDraft = DraftState & { readonly files: readonly StoredFile[]; readonly texts: readonly FileText[] };

/** A request of the editor failed. */
export class DraftRequestError extends Error {
  override readonly name = 'DraftRequestError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const NEWEST = { requestPolicy: 'network-only' } as const;

/** Drafts that were asked for while the person is signed in, by client, until the editor takes them. */
const ahead = new WeakMap<Client, { readonly id: string; readonly answer: Promise<OpenedDraft | null> }>();

/** Asks for a draft ahead of the editor. @param send does not act on refusals */
export function fetchDraftAhead(client: Client, { id, path }: OpenedAddress, send: typeof fetch): void {
  const answer = requestDraft(client, { id, path }, send);
  // The editor asks again.
  answer.catch(() => undefined);
  ahead.set(client, { id, answer });
}

/** A draft as it was asked for ahead, or now; null when it does not exist. @throws DraftRequestError */
export async function fetchDraft(client: Client, opened: OpenedAddress): Promise<OpenedDraft | null> {
  const asked = ahead.get(client);
  ahead.delete(client);
  const known = asked?.id === opened.id ? await asked.answer.catch(() => null) : null;
  return known ?? requestDraft(client, opened);
}

async function requestDraft(
  client: Client,
  { id, path }: OpenedAddress,
  send?: typeof fetch,
): Promise<OpenedDraft | null> {
  const variables = { id, paths: path === '' ? [] : [path] };
  const context = send === undefined ? NEWEST : { ...NEWEST, fetch: send };
  const { data, error } = await client.query(EditorDraftDocument, variables, context).toPromise();
  if (data === undefined || error !== undefined) throw failed(error);
  if (data.changelist == null) return null;
  const { files, opened, ...head } = data.changelist;
  return { head, files, texts: opened, publishedId: data.published_changelist?.id ?? null };
}

/** The head of a draft; null when it does not exist. @throws DraftRequestError */
export async function fetchHead(client: Client, id: string): Promise<DraftState | null> {
  const { data, error } = await client.query(EditorHeadDocument, { id }, NEWEST).toPromise();
  if (data === undefined || error !== undefined) throw failed(error);
  return data.changelist == null ? null : { head: data.changelist, publishedId: data.published_changelist?.id ?? null };
}

export type FileText = { readonly path: string; readonly hash: string; readonly text?: string | null };

/** The texts of files of a changelist. @throws DraftRequestError */
export async function fetchTexts(client: Client, id: string, paths: readonly string[]): Promise<readonly FileText[]> {
  const { data, error } = await client.query(EditorTextsDocument, { id, paths: [...paths] }, NEWEST).toPromise();
  if (data === undefined || error !== undefined) throw failed(error);
  return data.changelist?.files ?? [];
}

/** Loads the texts of all files that have none yet, as many at once as the server gives. @throws DraftRequestError */
export async function loadAllTexts(client: Client, id: string, files: DraftFiles): Promise<void> {
  for (;;) {
    const paths = files.unloaded();
    if (paths.length === 0) return;
    const texts = await fetchTexts(client, id, paths.slice(0, LIMITS.openedFiles));
    // Another version was saved meanwhile; its files are loaded with it.
    if (texts.length === 0) return;
    files.load(texts);
  }
}

/** Loads the catalog of names that scripts may refer to. @throws DraftRequestError */
export async function fetchCatalog(client: Client): Promise<unknown> {
  const { data, error } = await client.query(EditorCatalogDocument, {}, NEWEST).toPromise();
  if (data === undefined || error !== undefined) throw failed(error);
  return data.script_catalog;
}

function failed(error: Parameters<typeof describeFailure>[0] | undefined): DraftRequestError {
  return new DraftRequestError(describeFailure(error ?? { graphQLErrors: [] }));
}
