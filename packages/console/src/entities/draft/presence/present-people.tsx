import { VisuallyHidden } from '@mantine/core';
import { initials } from '@switchboard/model/format';
import { Row } from '../../../ui/layout/layout.tsx';
import styles from './presence.module.css';
import { useUnexpired } from './use-unexpired.ts';

export type PresentPerson = {
  readonly person: { readonly id: string; readonly name: string } | null;
  readonly is_editing: boolean;
  readonly expires_in: number;
};

const SHOWN = 3;

const nameOf = ({ person }: PresentPerson): string => person?.name ?? 'Somebody';
const describe = (one: PresentPerson): string => `${nameOf(one)} ${one.is_editing ? 'is editing' : 'has it open'}`;

/** The people who have a draft open, as initials; who edits it has a mark. */
export function PresentPeople({ people }: { readonly people: readonly PresentPerson[] }) {
  const present = useUnexpired(people);
  if (present.length === 0) return null;
  // Those who edit come first, otherwise those who have been there longest.
  const sorted = present.toSorted((one, other) => Number(other.is_editing) - Number(one.is_editing));
  const more = sorted.slice(SHOWN);
  return (
    <Row as="ul" gap={1} flex="none" aria-label="Who has it open">
      {sorted.slice(0, SHOWN).map((one) => (
        <li
          key={one.person?.id ?? nameOf(one)}
          className={styles['person']}
          data-editing={one.is_editing || undefined}
          data-tip={describe(one)}
        >
          <span aria-hidden="true">{initials(nameOf(one))}</span>
          <VisuallyHidden>{describe(one)}</VisuallyHidden>
        </li>
      ))}
      {more.length > 0 && (
        <li className={styles['more']} data-tip={more.map(describe).join(', ')}>
          <span aria-hidden="true">+{more.length}</span>
          <VisuallyHidden>{more.map(describe).join(', ')}</VisuallyHidden>
        </li>
      )}
    </Row>
  );
}
