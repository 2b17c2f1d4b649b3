import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import {
  FILTER_FLAGS,
  type FilterTarget,
  type IntegrationType,
} from '@switchboard/model/integrations/integration-types';
import { pathOfRow, pathOfTarget } from '@switchboard/model/integrations/validate-integration';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { ICON_SIZE, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { type RowState, withNewRow } from './form-state.ts';
import styles from './integrations.module.css';
import type { Integration } from './integrations-view.ts';
import type { Channels } from './use-channels.ts';

type Filter = Integration['filters'][number];

type Props = {
  readonly type: IntegrationType;
  readonly rows: readonly RowState[];
  readonly onChange: (rows: readonly RowState[]) => void;
  /** Messages by JSON path. */
  readonly problems: ReadonlyMap<string, string>;
  /** The filters as they are stored: they know what is wrong while they run. */
  readonly stored: readonly Filter[];
  readonly channels: Channels;
  /** Further actions of a row that is saved. */
  readonly actionsOf?: (row: RowState) => ReactNode;
};

/** Notices by receiver: a row for each, with the four kinds of notices. */
export function FilterRows({ type, rows, onChange, problems, stored, channels, actionsOf }: Props) {
  const { target } = type;
  const replace = (changed: RowState): void => onChange(rows.map((row) => (row.key === changed.key ? changed : row)));
  return (
    <Stack gap={3} minWidth={0} className={styles['rows']}>
      {rows.map((row, index) => {
        const filter = stored.find(({ id }) => id === row.id);
        const noun = target.kind === 'none' ? target.noun : nameOf(target, row, filter, channels);
        const rowProblem = problems.get(pathOfRow(index));
        return (
          <fieldset key={row.key} className={styles['row']} aria-label={noun === '' ? `New ${target.noun}` : noun}>
            {target.kind !== 'none' && (
              <div className={styles['target']}>
                <TargetInput
                  target={target}
                  row={row}
                  filter={filter}
                  channels={channels}
                  error={problems.get(pathOfTarget(index, target.field))}
                  onChange={(value) => replace({ ...row, target: value })}
                />
              </div>
            )}
            <Row gap={[2, 4]} align="center" wrap minHeight="control" className={styles['flags']}>
              {FILTER_FLAGS.map(({ name, label }) => (
                <Checkbox
                  key={name}
                  label={label}
                  name={`${pathOfRow(index)}.${name}`}
                  checked={row.flags[name]}
                  {...(rowProblem === undefined ? {} : { 'aria-invalid': true })}
                  onChange={(event) =>
                    replace({ ...row, flags: { ...row.flags, [name]: event.currentTarget.checked } })
                  }
                />
              ))}
            </Row>
            <Row gap={2} align="center" minHeight="control" className={styles['rowActions']}>
              {row.id !== null && actionsOf?.(row)}
              {target.kind !== 'none' && (
                <ActionIcon
                  aria-label={`Remove ${noun === '' ? `this ${target.noun}` : noun}`}
                  onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
                >
                  <IconX size={SMALL_ICON_SIZE} />
                </ActionIcon>
              )}
            </Row>
            {[rowProblem, filter?.configuration.error].map(
              (message, place) =>
                message != null && (
                  <p key={place === 0 ? 'row' : 'receiver'} role="alert" className={styles['problem']}>
                    {message}
                  </p>
                ),
            )}
          </fieldset>
        );
      })}
      {target.kind !== 'none' && (
        <Fragment>
          {rows.length === 0 && (
            <Text as="p" tone="dim">
              Nothing is sent yet: add the first {target.noun}.
            </Text>
          )}
          <Button
            variant="default"
            className={styles['addRow'] ?? ''}
            leftSection={<IconPlus size={ICON_SIZE} />}
            onClick={() => onChange(withNewRow(rows))}
          >
            Add {target.noun}
          </Button>
        </Fragment>
      )}
    </Stack>
  );
}

type TargetProps = {
  readonly target: Exclude<FilterTarget, { kind: 'none' }>;
  readonly row: RowState;
  readonly filter: Filter | undefined;
  readonly channels: Channels;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

function TargetInput({ target, row, filter, channels, error, onChange }: TargetProps) {
  if (target.kind !== 'channel')
    return (
      <TextInput
        label={target.label}
        name={target.field}
        required
        autoComplete="off"
        value={row.target}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const known = channels.list.map(({ id, name, is_member }) => ({
    value: id,
    label: is_member ? `#${name}` : `#${name} (app not in it)`,
  }));
  // What is stored stays chosen, also where the workspace does not answer.
  const kept =
    row.target === '' || known.some(({ value }) => value === row.target)
      ? []
      : [{ value: row.target, label: `#${filter?.configuration.channel_name ?? row.target}` }];
  return (
    <Select
      label={target.label}
      data-field={target.field}
      required
      searchable
      // Focused for an error, an open list would hide it.
      openOnFocus={false}
      placeholder={channels.isLoading ? 'Reading channels…' : 'Choose a channel'}
      nothingFoundMessage={channels.isLoading ? 'Reading channels…' : 'No such channel'}
      data={[...kept, ...known]}
      value={row.target === '' ? null : row.target}
      error={error}
      onChange={(value) => onChange(value ?? '')}
    />
  );
}

function nameOf(target: FilterTarget, row: RowState, filter: Filter | undefined, { list }: Channels): string {
  if (target.kind !== 'channel' || row.target === '') return row.target;
  const name = list.find(({ id }) => id === row.target)?.name ?? filter?.configuration.channel_name;
  return `#${name ?? row.target}`;
}
