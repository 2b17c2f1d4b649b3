import { Link } from 'react-router';
import { useQuery } from 'urql';
import { AffectedUploadsDocument } from '../../api/generated/documents/affected-uploads.ts';
import { useSession } from '../../api/session/session.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import styles from './downloads.module.css';

/** The uploads that a download holds up, with the deadlines that they miss. */
export function AffectedUploads({ downloadId }: { readonly downloadId: string }) {
  const [{ data, fetching }] = useQuery({ query: AffectedUploadsDocument, variables: { id: downloadId } });
  const { account } = useSession();
  const uploads = data?.download?.affected_uploads ?? [];
  if (uploads.length === 0) return fetching ? '…' : 'No published upload waits for it.';
  return (
    <Row as="ul" gap={[1, 4]} wrap className={styles['affected']}>
      {uploads.map((upload) => (
        <li key={upload.name} data-late={upload.is_late || undefined} data-tip={upload.destination}>
          <Link to={`/app/${account.urlName}/uploads/list?${new URLSearchParams({ uploadName: upload.name })}`}>
            <b>{upload.name}</b>
          </Link>
          {upload.deadline !== null && (
            <>
              {upload.is_late ? ' late since ' : ' due '}
              <Timestamp value={upload.deadline} />
            </>
          )}
        </li>
      ))}
    </Row>
  );
}
