import { Button, Skeleton } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { RollBackDocument } from '../../api/generated/documents/change-draft.ts';
import { ChangelistChangesDocument, ChangelistDetailDocument } from '../../api/generated/documents/draft.ts';
import type { ChangelistDetailQuery } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { ChangeList } from './change-list.tsx';
import { type DeclarationChanges, declarationChanges, fileChanges } from './file-changes.ts';
import { Problems } from './problems.tsx';

export type RollbackVersion = {
  readonly id: string;
  readonly description: string;
  readonly published_on?: string | null | undefined;
  readonly published_by?: { readonly name: string } | null | undefined;
};

type Props = {
  /** The former version. */
  readonly version: RollbackVersion;
  readonly published: RollbackVersion;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

type Compilation = NonNullable<ChangelistDetailQuery['changelist']>['compilation_result'];

/** Asks whether to publish a former version again, and names what changes by that. One that has errors cannot be published. */
export function RollbackDialog({ version, published, onClose, onDone }: Props) {
  const former = useCompilation(version.id);
  const current = useCompilation(published.id);
  const mayCompare = usePermission('view-diffs-beta');
  const [diff, refetchDiff] = useQuery({
    query: ChangelistChangesDocument,
    variables: { original: published.id, modified: version.id },
    pause: !mayCompare,
    requestPolicy: 'network-only',
  });
  const { run } = useMutationAction(RollBackDocument, {
    done: () => `Rolled back to ${version.description}`,
    failed: 'There was a problem rolling back.',
  });
  const changes = diff.data?.changelist_diff;
  const error = former.error ?? current.error ?? diff.error;
  const isKnown = former.result !== undefined && current.result !== undefined && (changes != null || !mayCompare);
  const errors = former.result?.messages.filter(({ type }) => type === 'error') ?? [];
  const retry = (): void => {
    former.retry();
    current.retry();
    if (mayCompare) refetchDiff({ requestPolicy: 'network-only' });
  };
  return (
    <ConfirmDialog
      title="Roll back to this version?"
      confirmLabel="Roll back"
      disabled={!isKnown || errors.length > 0}
      onClose={onClose}
      onConfirm={async () => {
        const isDone = (await run({ id: version.id })) !== null;
        if (isDone) onDone();
        return isDone;
      }}
    >
      <Stack gap={3} minWidth={0}>
        <Text as="p" breakWords>
          <Version version={version} /> is published again, in place of <Version version={published} />. Both stay in
          the history. Drafts stay as they are, and need a merge afterwards.
        </Text>
        {errors.length > 0 ? (
          <>
            <Banner tone="error" title="This version cannot be published: it does not compile.">
              Clone it, fix its errors in the clone, and publish that.
            </Banner>
            <Problems versionId={version.id} messages={errors} />
          </>
        ) : isKnown ? (
          <Stack
            as="section"
            gap={2}
            padding={3}
            minWidth={0}
            frame="normal"
            background="soft"
            aria-label="What changes"
          >
            <Declarations noun="upload" changes={between('export', current.result, former.result)} />
            <Declarations noun="download" changes={between('import', current.result, former.result)} />
            {changes != null && <Files changes={fileChanges(changes)} />}
          </Stack>
        ) : error !== undefined ? (
          <Banner tone="error" title="What changes could not be read." actions={<Button onClick={retry}>Retry</Button>}>
            {describeFailure(error).message}
          </Banner>
        ) : (
          <Stack
            as="section"
            gap={2}
            padding={3}
            minWidth={0}
            frame="normal"
            background="soft"
            aria-label="What changes"
            aria-busy="true"
          >
            <Skeleton height="var(--text-body)" width="70%" />
            <Skeleton height="var(--text-body)" width="50%" />
          </Stack>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

const between = (kind: 'import' | 'export', from: Compilation | undefined, to: Compilation | undefined) =>
  declarationChanges(kind, { from: from?.declarations ?? [], to: to?.declarations ?? [] });

/** Queries the compiler messages of a version. */
function useCompilation(id: string) {
  const [{ data, error }, refetch] = useQuery({
    query: ChangelistDetailDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  return {
    result: data?.changelist?.compilation_result,
    error,
    retry: () => refetch({ requestPolicy: 'network-only' }),
  };
}

function Version({ version: { description, published_on: at, published_by: by } }: Pick<Props, 'version'>) {
  return (
    <>
      <strong>{description}</strong> (<Timestamp value={at} /> by {by?.name ?? 'Switchboard'})
    </>
  );
}

type DeclarationsProps = { readonly noun: 'upload' | 'download'; readonly changes: DeclarationChanges };

function Declarations({ noun, changes: { added, removed } }: DeclarationsProps) {
  return (
    <>
      {added.length > 0 && (
        <Text as="p" breakWords>
          {counted(added.length, noun)} {added.length === 1 ? 'starts' : 'start'} again: <Names names={added} />
        </Text>
      )}
      {removed.length > 0 && (
        <Text as="p" breakWords>
          {counted(removed.length, noun)} {removed.length === 1 ? 'stops' : 'stop'}: <Names names={removed} />
        </Text>
      )}
    </>
  );
}

const counted = (count: number, noun: string): string => `${fullNumber(count)} ${count === 1 ? noun : `${noun}s`}`;

/** Names that a person can still read. */
const NAMED = 8;

function Names({ names }: { readonly names: readonly string[] }) {
  const more = names.length - NAMED;
  return (
    <>
      <strong>{names.slice(0, NAMED).join(', ')}</strong>
      {more > 0 && ` and ${fullNumber(more)} more`}
    </>
  );
}

function Files({ changes }: { readonly changes: ReturnType<typeof fileChanges> }) {
  if (changes.length === 0)
    return (
      <Text as="p" breakWords>
        The files are those of the published version: nothing else changes.
      </Text>
    );
  return (
    <>
      <Text as="p" breakWords>
        {counted(changes.length, 'file')}:
      </Text>
      <ChangeList label="Files that change" changes={changes} />
    </>
  );
}
