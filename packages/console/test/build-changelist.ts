import type {
  ChangelistDetailQuery,
  ChangelistRowFragment,
  FlowSummaryRowFragment,
} from '../src/api/generated/graphql.ts';
import type { DraftHead } from '../src/screens/editor/draft/load-draft.ts';

const person = (name: string) => ({ __typename: 'Person', id: name, name });
const DANA = person('Dana');

/** A draft of Dana that was branched from the published version "Costs". */
export function buildChangelist(patch: Partial<ChangelistRowFragment> = {}): ChangelistRowFragment {
  const typed = { __typename: 'Changelist' };
  return {
    ...typed,
    id: 'd1',
    description: 'Revenue by channel',
    status: 'draft',
    needs_merge: false,
    created_on: '2026-11-20T09:00:00Z',
    created_by: DANA,
    updated_on: '2026-11-21T10:00:00Z',
    updated_by: person('Tessa'),
    published_on: null,
    published_by: null,
    approved_by: null,
    open_comments: 0,
    present: [],
    parent: { ...typed, id: 'v2', description: 'Costs' },
    ...patch,
  } as ChangelistRowFragment;
}

/** A draft that the editor has open. */
export const DRAFT_HEAD: DraftHead = {
  id: 'c1',
  description: 'Costs',
  status: 'draft',
  archived: false,
  needs_merge: false,
  version: 4,
  branched_from: null,
  updated_on: '2026-11-20T08:00:00.000Z',
  updated_by: null,
  published_on: null,
  flow_summary: [],
};

/** A version that was published. */
export const buildVersion = (patch: Partial<ChangelistRowFragment> = {}): ChangelistRowFragment =>
  buildChangelist({
    id: 'v2',
    description: 'Costs',
    status: 'running',
    published_on: '2026-11-19T08:00:00Z',
    published_by: DANA,
    parent: null,
    ...patch,
  } as Partial<ChangelistRowFragment>);

/** A page of a list of changelists. */
export const buildPage = (field: 'drafts' | 'history', rows: readonly ChangelistRowFragment[], endCursor?: string) => ({
  [field]: {
    __typename: 'ChangelistConnection',
    nodes: rows,
    pageInfo: { __typename: 'PageInfo', hasNextPage: endCursor !== undefined, endCursor: endCursor ?? null },
  },
});

export const buildSummary = (patch: Partial<FlowSummaryRowFragment> = {}): FlowSummaryRowFragment => {
  const typed = { __typename: 'FlowSummary' };
  return {
    ...typed,
    purpose: 'production',
    unfinished: 2,
    succeeded: 1204,
    failed: 3,
    dirty_rows_all: 0,
    dirty_rows_some: 5,
    ...patch,
  };
};

/** The answer about the published version; null when none is. */
export const buildPublished = (
  version: ChangelistRowFragment | null,
  summary: readonly FlowSummaryRowFragment[] = [buildSummary()],
) => ({ published_changelist: version === null ? null : { ...version, flow_summary: summary } });

type Compilation = NonNullable<ChangelistDetailQuery['changelist']>['compilation_result'];
type Message = Compilation['messages'][number];
type Declaration = Compilation['declarations'][number];

export const buildMessage = (type: string, message: string, patch: Partial<Message> = {}): Message => {
  const typed = { __typename: 'CompilationMessage' };
  return { ...typed, type, path: 'a.sbs', startLine: 3, endLine: 3, startColumn: 5, endColumn: 9, message, ...patch };
};

export const buildDeclaration = (type: 'import' | 'export', name: string): Declaration => {
  const typed = { __typename: 'CompiledDeclaration' };
  const place = { path: `${name}.sbs`, line: 2, column: 1 };
  return { ...typed, ...place, name, declaration_type: type, connector_type: 'file', key_name: null };
};

/** Compiler messages of a version. */
export const buildCompiled = (
  id: string,
  {
    messages = [],
    declarations = [],
  }: { readonly messages?: readonly Message[]; readonly declarations?: readonly Declaration[] } = {},
) => ({
  changelist: {
    __typename: 'Changelist',
    id,
    compilation_result: { __typename: 'CompilationResult', messages, declarations },
    flow_summary: [],
  },
});

const file = (path: string) => ({ __typename: 'File', id: path, path });

/** How a version differs from the published one: files by what became of them, a moved one as [from, to]. */
export const buildChanges = ({
  changed = [],
  moved = [],
  added = [],
  deleted = [],
}: {
  readonly changed?: readonly string[];
  readonly moved?: readonly (readonly [from: string, to: string])[];
  readonly added?: readonly string[];
  readonly deleted?: readonly string[];
}) => ({
  changelist_diff: {
    __typename: 'ChangelistDiff',
    modified_files: [...changed.map((path) => [path, path] as const), ...moved].map(([from, path]) => ({
      __typename: 'ModifiedFile',
      id: path,
      path,
      original_path: from,
    })),
    created_files: added.map(file),
    deleted_files: deleted.map(file),
  },
});

/** Answer to a change of a changelist. */
export const buildSaved = (field: 'save_changelist' | 'rollback_changelist', changelist: object) => ({
  [field]: { __typename: 'SaveChangelistOk', changelist: { __typename: 'Changelist', ...changelist } },
});

/** Why a changelist was not changed. */
export const buildRefusal = (
  field: 'save_changelist' | 'rollback_changelist' | 'branch_changelist',
  problem: string,
) => ({
  [field]: { __typename: 'ConflictError', problem },
});
