import { Button, Skeleton, TextInput } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { useState } from 'react';
import { utcToday } from '../../lib/dates.ts';
import type { FilterSpec } from '../../ui/filters/filter-spec.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { useSession } from '../session/session.ts';
import styles from './saved-views.module.css';
import { type SavedView, useSavedViews } from './use-saved-views.ts';
import { addressOfView } from './view-query.ts';
import { ViewRow } from './view-row.tsx';

/** A view, and what deletes it. */
export type Deletion = { readonly view: SavedView; readonly run: () => Promise<boolean> };

type Props = {
  readonly list: string;
  readonly specs: readonly FilterSpec[];
  /** The filters and the order of the address, as a view saves them; empty when there are none. */
  readonly query: string;
  readonly onDelete: (deletion: Deletion) => void;
  readonly close: () => void;
};

/** The views of a list, and a form that saves the current filters as one. */
export function ViewsMenu({ list, specs, query, onDelete, close }: Props) {
  const { account } = useSession();
  const { views, failure, save, rename, remove } = useSavedViews(list);
  const [name, setName] = useState('');
  const problem = textProblem('A name', name, LIMITS.viewNameLength);
  const today = utcToday(new Date());
  const submit = async (): Promise<void> => {
    if (await save(name.trim(), query)) setName('');
  };
  return (
    <Stack gap={3} width="picker-width" maxWidth="full">
      {views === undefined ? (
        failure === null ? (
          <Skeleton height="var(--row-tall)" />
        ) : (
          <Text as="p" tone="dim">
            {failure}
          </Text>
        )
      ) : views.length === 0 ? (
        <Text as="p" tone="dim">
          No views yet
        </Text>
      ) : (
        <ul className={styles['list']} aria-label="Saved views">
          {views.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              address={`?${addressOfView(specs, view.query, today)}`}
              isCurrent={view.query === query}
              onOpened={close}
              onRename={(next) => rename(view, next)}
              onDelete={() => onDelete({ view, run: () => remove(view) })}
            />
          ))}
        </ul>
      )}
      <Stack
        as="form"
        gap={2}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (query !== '' && name.trim() !== '' && problem === null) void submit();
        }}
      >
        <TextInput
          label="Save the current filters as"
          description={query === '' ? 'Set a filter or an order first.' : `Shared with everyone in ${account.name}.`}
          error={problem}
          disabled={query === ''}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="filled" disabled={query === '' || name.trim() === '' || problem !== null}>
          Save view
        </Button>
      </Stack>
    </Stack>
  );
}
