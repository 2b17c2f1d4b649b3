import { formatDateTime } from '@switchboard/model/format';
import { IconBellOff } from '@tabler/icons-react';
import { useContext } from 'react';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { MaintenanceContext } from './maintenance-context.ts';

type Props = { readonly kind: 'download' | 'upload'; readonly name: string };

/** Marks a download or upload whose maintenance is going on, with its end. */
export function MaintenanceMark({ kind, name }: Props) {
  const found = useContext(MaintenanceContext).find((each) => each.kind === kind && each.name === name);
  if (found === undefined) return null;
  const text = `Maintenance until ${formatDateTime(found.ends, { now: new Date() })}`;
  return (
    <span role="img" aria-label={text} data-tip={`${text}: ${found.reason}. No notices are sent.`} style={MARK}>
      <IconBellOff size={SMALL_ICON_SIZE} aria-hidden="true" />
    </span>
  );
}

const MARK = { display: 'inline-flex', flex: 'none', color: 'var(--warning)' } as const;
