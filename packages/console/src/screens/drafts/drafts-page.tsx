import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { prefetchList } from '../../api/lists/prefetch-list.ts';
import { useList } from '../../api/lists/use-list.ts';
import { DRAFT_COLUMNS } from '../../entities/draft/changelist-columns.tsx';
import { ChangelistGrid } from '../../entities/draft/changelist-grid.tsx';
import { DRAFT_LIST } from '../../entities/draft/changelist-lists.ts';
import { useCreateDraft } from '../../entities/draft/use-branch.ts';
import { useChangelistActions } from '../../entities/draft/use-changelist-actions.tsx';
import { usePublishedVersion } from '../../entities/draft/use-published-version.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import { FlagFilter } from '../../ui/filters/flag-filter.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './drafts.module.css';
import { DRAFTS_VIEW } from './drafts-view.ts';
import { PublishedSection } from './published-section.tsx';

export const prefetchDrafts = prefetchList(DRAFT_LIST, DRAFTS_VIEW);

/** /scripts/drafts: the published version, and the drafts that may replace it. */
export function DraftsPage() {
  const state = useList(DRAFT_LIST, DRAFTS_VIEW);
  const { connection, live, filters } = state;
  const version = usePublishedVersion();
  const { published } = version;
  const { actions, dialog } = useChangelistActions(connection, version);
  const creation = useCreateDraft();
  const isArchived = filters.values['archived'] === true;
  const heading = isArchived ? 'Archived Drafts' : 'Active Drafts';
  return (
    <Page
      title="Drafts"
      aside={<LiveIndicator live={live} loaded={connection.updated} />}
      actions={
        <ColumnsButton
          columns={DRAFT_COLUMNS}
          hasActions={actions !== undefined}
          layout={state.layout}
          sort={undefined}
          onLayoutChange={state.setLayout}
        />
      }
    >
      <PublishedSection version={version} />
      <Stack as="section" minHeight={0} flex={1} className={styles['list']} aria-labelledby="drafts-heading">
        <Row gap={3} align="center" justify="between" padding={[1, 5, 2]}>
          <Text as="h2" size="body" weight="strong" id="drafts-heading">
            {heading}
          </Text>
          <FlagFilter label="Archived" checked={isArchived} onChange={(archived) => filters.onChange({ archived })} />
        </Row>
        <ChangelistGrid
          state={state}
          label={heading}
          columns={DRAFT_COLUMNS}
          actions={actions}
          publishedId={published?.id ?? null}
          {...emptyTexts(isArchived, published === null, creation.create !== undefined)}
        />
      </Stack>
      {creation.create !== undefined && (
        <Button
          variant="filled"
          radius="xl"
          size="md"
          className={styles['create'] ?? ''}
          leftSection={<IconPlus size={ICON_SIZE} />}
          loading={creation.isPending}
          onClick={creation.create}
        >
          Create draft
        </Button>
      )}
      {dialog}
    </Page>
  );
}

/** Returns the texts of an empty list: whether any draft exists, and what to do. */
function emptyTexts(isArchived: boolean, isUnpublished: boolean, mayCreate: boolean) {
  if (isArchived) return { emptyTitle: 'No Drafts', emptyText: 'Drafts that were archived are kept here.' };
  const next = mayCreate ? 'Create a draft to change the script, test it and publish it.' : undefined;
  return isUnpublished
    ? { emptyTitle: 'Welcome to Drafts!', emptyText: next ?? 'Drafts of the script appear here.' }
    : { emptyTitle: 'No Drafts', emptyText: next ?? 'The published version is not being changed.' };
}
