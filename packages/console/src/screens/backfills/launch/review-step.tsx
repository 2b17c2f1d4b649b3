import { Textarea, TextInput } from '@mantine/core';
import type { BackfillProblem } from '@switchboard/model/backfill';
import { fullNumber } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { PreviewBackfillDocument } from '../../../api/generated/documents/launch-backfill.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Fact, Facts } from '../../../ui/text/facts.tsx';
import { useBackfillPaths } from '../backfill-paths.ts';
import { formatReportDates } from '../report-date-range.ts';
import styles from './launch.module.css';
import { type LaunchForm, launchVariables } from './launch-form.ts';
import { PreviewCalendar } from './preview-calendar.tsx';
import type { BackfillName, LaunchError } from './use-launch.ts';

type Props = {
  readonly form: LaunchForm;
  readonly title: string;
  readonly problems: readonly BackfillProblem[];
  readonly error: LaunchError | null;
  readonly onChange: (patch: Partial<LaunchForm>) => void;
  /** Whether the preview names backfills that prevent the launch. */
  readonly onConflict: (hasConflict: boolean) => void;
};

const NAMED_UPLOADS = 12;

/** The third step: name, description, and what the backfill will do. */
export function ReviewStep({ form, title, problems, error, onChange, onConflict }: Props) {
  const { upload_names, start_datetime, end_datetime } = launchVariables(form);
  const [{ data, fetching }] = useQuery({
    query: PreviewBackfillDocument,
    variables: { upload_names, start_datetime, end_datetime },
    requestPolicy: 'network-only',
  });
  const answer = data?.preview_backfill;
  const preview = answer?.__typename === 'BackfillPreview' ? answer : null;
  const conflicts = error?.kind === 'conflict' ? error.backfills : (preview?.conflicting_backfills ?? []);
  const hasConflicts = conflicts.length > 0;
  useEffect(() => onConflict(hasConflicts), [onConflict, hasConflicts]);
  const problemOf = (field: BackfillProblem['field']): string | undefined =>
    problems.find((problem) => problem.field === field)?.message;
  const left = LIMITS.backfillDescriptionLength - form.description.length;
  const more = form.chosen.length - NAMED_UPLOADS;
  return (
    <>
      {hasConflicts && <Conflicts backfills={conflicts} />}
      {error?.kind === 'other' && (
        <Banner tone="error" title="There was an error while processing the backfill">
          {error.reason !== null && <p className={styles['reason']}>{error.reason}</p>}
          Please go back and try again
        </Banner>
      )}
      <TextInput
        label="Name"
        required
        maxLength={LIMITS.backfillTitleLength}
        value={title}
        onChange={(event) => onChange({ editedTitle: event.currentTarget.value })}
        error={problemOf('title')}
      />
      <Textarea
        label="Description"
        rows={3}
        maxLength={LIMITS.backfillDescriptionLength}
        value={form.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        description={`${fullNumber(left)} characters remaining`}
        error={problemOf('description')}
      />
      <Facts>
        <Fact label="Report dates">{formatReportDates({ start_datetime, end_datetime })}</Fact>
        <Fact label={form.chosen.length === 1 ? 'Upload' : `${form.chosen.length} uploads`}>
          {form.chosen.slice(0, NAMED_UPLOADS).join(', ')}
          {more > 0 && ` and ${more} more`}
        </Fact>
      </Facts>
      <PreviewCalendar preview={preview} isLoading={fetching} range={form} />
    </>
  );
}

/** The backfills in progress that prevent the launch. They open beside the dialog, which keeps its input. */
function Conflicts({ backfills }: { readonly backfills: readonly BackfillName[] }) {
  const { details } = useBackfillPaths();
  return (
    <Banner tone="error" title="We found one or more conflicting backfill in progress. Click below to view.">
      <ul className={styles['conflicts']}>
        {backfills.map((backfill) => (
          <li key={backfill.id}>
            <Link to={details(backfill)} target="_blank" rel="noreferrer">
              {backfill.title}
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
