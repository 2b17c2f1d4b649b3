import { Button } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import { IconFileDownload } from '@tabler/icons-react';
import type { FailurePartsFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { DirtyRowsPreview } from '../download-part/dirty-rows-preview.tsx';
import { dirtyRowsPath } from '../download-part/part-files.ts';
import { useSaveFile } from '../transfer/use-save-file.ts';
import { AssertionRows } from './assertion-rows.tsx';
import styles from './failure.module.css';

type Part = NonNullable<FailurePartsFragment['download']>['parts'][number];

/** The rows behind a failure, as far as they are kept: dirty rows with their reasons, or those that contradict an assertion. */
export function FailingRows({ failure }: { readonly failure: FailurePartsFragment }) {
  const dirty = failure.download?.parts.filter(({ dirty_row_count: rows }) => (rows ?? 0) > 0) ?? [];
  if (failure.rows_file === null && dirty.length === 0) return null;
  return (
    <Stack as="section" gap={2} minWidth={0} className={styles['rows']} aria-label="Failing rows">
      {failure.rows_file !== null && (
        <>
          <Text as="h3" size="body" weight="strong">
            The first rows that contradict the assertion
          </Text>
          <AssertionRows file={failure.rows_file} />
        </>
      )}
      {dirty.map((part) => (
        <DirtyPart key={part.id} part={part} />
      ))}
    </Stack>
  );
}

function DirtyPart({ part }: { readonly part: Part }) {
  const {
    id,
    name,
    row_count: rows,
    dirty_row_count: dirty,
    new_dirty_row_count: fresh,
    dirty_reasons: reasons,
  } = part;
  const mayFetch = usePermission('manage-account-settings');
  // The preview names the reasons of its rows itself.
  const isPreviewed = mayFetch && (fresh ?? 0) > 0;
  const save = useSaveFile();
  return (
    <>
      <Text as="h3" size="body" weight="strong">
        {name}: {fullNumber(dirty ?? 0)} of {fullNumber(rows ?? 0)} rows are dirty
      </Text>
      {!isPreviewed && reasons.length > 0 && (
        <Row as="ul" gap={[1, 4]} wrap aria-label={`Reasons of ${name}`}>
          {reasons.map(({ column, reason, dirty_row_count: count, new_dirty_row_count: newCount }) => (
            <li key={`${column} ${reason}`}>
              {column !== '' && <code>{column}</code>} {reason} <b>{fullNumber(count || newCount)}</b>
            </li>
          ))}
        </Row>
      )}
      {!mayFetch ? (
        <Text as="p" tone="dim">
          You need the permission manage-account-settings to see the rows.
        </Text>
      ) : isPreviewed ? (
        <DirtyRowsPreview partId={id} name={name} />
      ) : (
        <Text as="p" tone="dim">
          <Button
            leftSection={<IconFileDownload size={SMALL_ICON_SIZE} />}
            onClick={() => void save(dirtyRowsPath(id), `${name}_dirtyrows.csv.gz`)}
          >
            Download dirty rows
          </Button>
        </Text>
      )}
    </>
  );
}
