import { fullNumber } from '@switchboard/model/format';
import type { IncidentRowFragment } from '../../api/generated/graphql.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import styles from './incidents.module.css';

const SHOWN = 4;

/** The uploads that an incident breaks, with the deadlines that they miss. */
export function AffectedList({ uploads }: { readonly uploads: IncidentRowFragment['affected_uploads'] }) {
  if (uploads.length === 0) return 'No published upload waits for it.';
  const rest = uploads.slice(SHOWN);
  return (
    <Row as="ul" gap={[1, 3]} wrap className={styles['affected']}>
      {uploads.slice(0, SHOWN).map((upload) => (
        <li key={upload.name} data-late={upload.is_late || undefined}>
          <b>{upload.name}</b>
          {upload.deadline !== null && (
            <>
              {upload.is_late ? ' late since ' : ' due '}
              <Timestamp value={upload.deadline} />
            </>
          )}
        </li>
      ))}
      {rest.length > 0 && (
        <li data-tip={rest.map(({ name }) => name).join(', ')}>and {fullNumber(rest.length)} more</li>
      )}
    </Row>
  );
}
