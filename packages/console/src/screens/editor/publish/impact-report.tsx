import { Button, Skeleton } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import { Banner } from '../../../ui/feedback/banner.tsx';
import styles from './publish.module.css';
import { UploadImpact } from './upload-impact.tsx';
import type { Impact, PublishImpactState } from './use-impact.ts';

/** Effects of publishing: uploads with their columns and rows, and schedules. */
export function ImpactReport({ state }: { readonly state: PublishImpactState }) {
  const { impact } = state;
  if (impact.phase === 'loading')
    return (
      <section aria-label="What changes" aria-busy="true">
        <Skeleton height="var(--empty-height)" />
      </section>
    );
  if (impact.phase === 'failed')
    return (
      <section aria-label="What changes">
        <Banner
          tone="warning"
          title="What changes could not be computed. You can publish nevertheless."
          isStanding
          actions={<Button onClick={state.retry}>Retry</Button>}
        >
          {impact.message}
        </Banner>
      </section>
    );
  const { uploads, schedules } = impact.data;
  return (
    <section aria-label="What changes" className={styles['report']}>
      <p className={styles['summary']}>{summaryOf(impact.data)}</p>
      {uploads.length > 0 && (
        <ul aria-label="Uploads" className={styles['list']}>
          {uploads.map((upload) => (
            <UploadImpact
              key={upload.name}
              upload={upload}
              rows={state.rows.get(upload.name) ?? null}
              onCompare={() => state.compare(upload.name)}
            />
          ))}
        </ul>
      )}
      {schedules.length > 0 && (
        <>
          <h3 className={styles['heading']}>Schedules</h3>
          <ul aria-label="Schedules" className={styles['list']}>
            {schedules.map((schedule) => (
              <li key={schedule.name} className={styles['item']}>
                <span className={styles['change']} data-change={schedule.change}>
                  {schedule.change}
                </span>
                <code className={styles['name']}>{schedule.name}</code>
                <span className={styles['facts']}>
                  {schedule.before !== null && schedule.after !== null ? (
                    <>
                      <del>{schedule.before}</del> <span aria-hidden="true">→</span> <ins>{schedule.after}</ins>
                    </>
                  ) : (
                    (schedule.after ?? schedule.before)
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** "1 upload added, 2 changed; 3 stay as they are." */
export function summaryOf({
  uploads,
  schedules,
  unchanged,
  published_id: published,
}: Omit<Impact, '__typename'>): string {
  const count = (change: string): number => uploads.filter((upload) => upload.change === change).length;
  const counts = (['added', 'changed', 'removed'] as const).flatMap((change) => {
    const found = count(change);
    return found === 0 ? [] : [`${fullNumber(found)} ${found === 1 ? 'upload' : 'uploads'} ${change}`];
  });
  const same =
    unchanged === 0 ? '' : `${fullNumber(unchanged)} ${unchanged === 1 ? 'stays as it is' : 'stay as they are'}`;
  if (published === null) return `Nothing is published yet: ${counts.join(', ') || 'the draft declares no uploads'}.`;
  if (counts.length === 0)
    return schedules.length === 0
      ? 'Nothing changes: all uploads and schedules stay as they are.'
      : 'All uploads stay as they are.';
  return `${[counts.join(', '), ...(same === '' ? [] : [same])].join('; ')}.`;
}
