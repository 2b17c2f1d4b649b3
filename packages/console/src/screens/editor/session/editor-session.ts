import { DRAFT_STATUSES } from '@switchboard/model/changelist';
import { LIMITS } from '@switchboard/model/limits';
import type { Client } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import { MergeDraftDocument, SaveDraftDocument } from '../../../api/generated/documents/editor.ts';
import type { MergeDraftMutation, MergeResolution } from '../../../api/generated/graphql.ts';
import type { FileModels } from '../../../ui/editor/monaco/file-models.ts';
import type { DraftFiles } from '../draft/draft-files.ts';
import type { Entry } from '../draft/file-rules.ts';
import { type DraftHead, type DraftState, fetchDraft, fetchHead, loadAllTexts } from '../draft/load-draft.ts';
import {
  contentsOf,
  FIX_ERRORS,
  NOT_SAVED,
  type SaveAction,
  type SaveQuestion,
  type SaveResult,
  savedText,
  UNREACHABLE,
  writtenPaths,
} from './save-outcome.ts';

export type MergeConflicts = Extract<MergeDraftMutation['merge_changelist'], { __typename: 'MergeConflicts' }>;

/** A dialog that a person opens over the editor. */
export type EditorDialog = 'test' | 'publish';

export type EditorState = DraftState & {
  /** A newer version that somebody else has saved while this person has unsaved changes; null otherwise. */
  readonly newer: DraftHead | null;
  readonly isSaving: boolean;
  readonly question: SaveQuestion | null;
  readonly isMerging: boolean;
  readonly conflicts: MergeConflicts | null;
  readonly dialog: EditorDialog | null;
  /** The name that is being entered; null while none is. */
  readonly entry: Entry | null;
};

type Options = {
  readonly client: Client;
  readonly draft: DraftState;
  readonly files: DraftFiles;
  readonly models: FileModels;
  /** Shows a person what has happened. */
  readonly notify: {
    readonly done: (message: string) => void;
    readonly failed: (message: string, requestId?: string) => void;
  };
};

/**
 * A version of the script that is open in the editor: what the server knows of it, and what is being done with it. Saving, testing,
 * publishing and merging are requests of their own, of which one runs at a time.
 */
export class EditorSession {
  readonly id: string;
  readonly files: DraftFiles;
  readonly models: FileModels;
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  #state: EditorState;
  #entryProblem: string | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.files = options.files;
    this.models = options.models;
    this.id = options.draft.head.id;
    this.#state = {
      ...options.draft,
      newer: null,
      isSaving: false,
      question: null,
      isMerging: false,
      conflicts: null,
      dialog: null,
      entry: null,
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  state = (): EditorState => this.#state;

  /** The version that was read or saved last. */
  version = (): number => this.#state.head.version;

  /** The description was saved under another name. */
  rename(description: string): void {
    this.#change({ head: { ...this.#state.head, description } });
  }

  /** Begins to enter the name of a file or folder. */
  enterName(entry: Entry): void {
    this.#entryProblem = null;
    this.#change({ entry });
  }

  /** Takes the problem of the name that is being entered; null for a valid one. */
  setEntryProblem = (problem: string | null): void => {
    this.#entryProblem = problem;
  };

  cancelEntry = (): void => {
    this.#entryProblem = null;
    this.#change({ entry: null });
  };

  /** Whether a name is being entered that cannot be taken. It is reported. */
  #isBlocked(): boolean {
    if (this.#state.entry === null || this.#entryProblem === null) return false;
    this.#options.notify.failed('Cannot Save');
    return true;
  }

  /** Saves what has changed, on the request of a person. */
  requestSave = (): void => {
    if (!this.#isBlocked()) void this.save({ kind: 'save' });
  };

  /** Opens a dialog, on the request of a person. @param hasErrors of the files as they stand in the editor */
  requestDialog(dialog: EditorDialog, hasErrors: boolean): void {
    if (this.#isBlocked()) return;
    if (hasErrors) this.#options.notify.failed(FIX_ERRORS[dialog]);
    else this.#change({ dialog });
  }

  closeDialog = (): void => this.#change({ dialog: null });
  dismissQuestion = (): void => this.#change({ question: null });
  dismissConflicts = (): void => this.#change({ conflicts: null });

  /**
   * Saves the draft, and tests or publishes it in the same step: all of it happens, or nothing.
   * @returns whether all that was asked for has happened
   */
  save = async (action: SaveAction): Promise<boolean> => {
    const { client, notify } = this.#options;
    if (this.#state.isSaving) return false;
    const changes = this.files.changes();
    if (action.kind === 'save' && changes.length === 0) {
      notify.done('There are no changes to Save.');
      return false;
    }
    // One answer does not return so many files: they are read again.
    const isLarge = changes.length > LIMITS.openedFiles;
    this.#change({ isSaving: true, question: null });
    try {
      const { data, error } = await client
        .mutation(SaveDraftDocument, {
          id: this.id,
          version: this.version(),
          changelist: contentsOf(changes, action),
          paths: isLarge ? [] : writtenPaths(changes),
          action: { save: null, publish: 'publish', test: 'proof' }[action.kind],
          ...(action.kind === 'publish' ? { force: action.force } : {}),
          ...(action.kind === 'test' ? { uploads: [...action.uploads], fetchNew: action.fetchNew } : {}),
        })
        .toPromise();
      if (data !== undefined && error === undefined) {
        const isDone = this.#takeResult(data.save_changelist, action, changes);
        if (isDone && isLarge) await this.reload(true);
        return isDone;
      }
      const failure = describeFailure(error ?? { graphQLErrors: [] });
      const isAnswered = error?.networkError === undefined;
      notify.failed(isAnswered ? failure.message || NOT_SAVED : UNREACHABLE[action.kind], failure.requestId);
      return false;
    } finally {
      this.#change({ isSaving: false });
    }
  };

  #takeResult(result: SaveResult, action: SaveAction, sent: ReturnType<DraftFiles['changes']>): boolean {
    const { notify } = this.#options;
    switch (result.__typename) {
      case 'SaveChangelistOk': {
        const { files: stored, ...head } = result.changelist;
        this.files.saved(stored, sent);
        const isPublished = !DRAFT_STATUSES.some((status) => status === head.status);
        this.#change({ head, publishedId: isPublished ? head.id : this.#state.publishedId });
        notify.done(savedText(action.kind, result));
        return true;
      }
      case 'CompilationErrors':
        notify.failed(FIX_ERRORS[action.kind]);
        return false;
      case 'NeedsMergeError':
        this.#change({ question: { kind: 'overwrite', message: result.message } });
        return false;
      case 'StaleChangelistError':
        this.#change({ question: { kind: 'stale', stale: result, action } });
        return false;
      default:
        // The draft was archived or published meanwhile.
        notify.failed(result.message || NOT_SAVED);
        void this.refreshHead();
        return false;
    }
  }

  /** Merges the Published version into the draft. */
  merge = async (resolutions: readonly MergeResolution[] = []): Promise<boolean> => {
    const { client, notify } = this.#options;
    this.#change({ isMerging: true });
    try {
      const { data, error } = await client
        .mutation(MergeDraftDocument, {
          id: this.id,
          version: this.version(),
          resolutions: [...resolutions],
          publishedId: resolutions.length === 0 ? null : (this.#state.conflicts?.published_id ?? null),
        })
        .toPromise();
      const result = data?.merge_changelist;
      if (result === undefined) {
        const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
        notify.failed(message, requestId);
        return false;
      }
      if (result.__typename === 'MergeConflicts') {
        this.#change({ conflicts: result });
        return false;
      }
      if (result.__typename !== 'SaveChangelistOk') {
        notify.failed('message' in result ? result.message : 'The draft could not be merged.');
        return false;
      }
      this.#change({ conflicts: null });
      notify.done('The Published version was merged into the draft.');
      return await this.reload(false);
    } finally {
      this.#change({ isMerging: false });
    }
  };

  /** Reads the newest version of the draft. @returns whether it was read */
  async reload(keepMine: boolean): Promise<boolean> {
    const { client, notify } = this.#options;
    try {
      const opened = await fetchDraft(client, { id: this.id, path: '' });
      if (opened === null) return false;
      this.files.replace(opened.files, keepMine);
      this.#change({ head: opened.head, publishedId: opened.publishedId, newer: null });
      await loadAllTexts(client, this.id, this.files);
      for (const path of this.files.snapshot().paths) this.models.refresh(path);
      this.files.announce();
      return true;
    } catch (error) {
      notify.failed(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** Takes in what others have done with the draft. A newer version is read at once, unless this person has unsaved changes. */
  refreshHead = async (): Promise<void> => {
    const { client, notify } = this.#options;
    // Without an answer, the next change asks again.
    const state = await fetchHead(client, this.id).catch(() => null);
    if (state === null) return;
    if (state.head.version <= this.version()) this.#change(state);
    else if (this.files.snapshot().unsaved.size > 0) this.#change({ newer: state.head });
    else if (await this.reload(false))
      notify.done(`${state.head.updated_by?.name ?? 'Somebody else'} saved this draft. You see their version.`);
  };

  #change(change: Partial<EditorState>): void {
    const next = { ...this.#state, ...change };
    const { newer } = next;
    this.#state = newer !== null && newer.version <= next.head.version ? { ...next, newer: null } : next;
    for (const listener of this.#listeners) listener();
  }
}
