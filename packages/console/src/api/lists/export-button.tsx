import { Button } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import { IconFileExport, IconX } from '@tabler/icons-react';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { type ExportType, useCsvExport } from '../files/use-csv-export.ts';

type Props = {
  readonly type: ExportType;
  /** The variables of the list: its filters and its order. */
  readonly variables: Readonly<Record<string, unknown>>;
};

/** Saves all rows of a list as CSV. While it runs, the button shows the rows received so far and cancels. */
export function ExportButton({ type, variables }: Props) {
  const { receivedRows, start, cancel } = useCsvExport(type, variables);
  if (receivedRows === null) {
    return (
      <Button
        leftSection={<IconFileExport size={ICON_SIZE} />}
        data-tip="Save all rows of this list, as it is filtered and sorted, as data.csv"
        onClick={start}
      >
        Export CSV
      </Button>
    );
  }
  const progress = `${fullNumber(receivedRows)} ${receivedRows === 1 ? 'row' : 'rows'}`;
  return (
    <Button
      leftSection={<IconX size={ICON_SIZE} />}
      aria-label={`Cancel the export, ${progress} received`}
      data-tip="Cancel the export"
      onClick={cancel}
    >
      {progress} · Cancel
    </Button>
  );
}
