import { MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from '@switchboard/model/audit-streams/retention-days';
import { SaveAuditRetentionDocument } from '../../../api/generated/documents/audit-settings.ts';
import type { AuditRetentionFragment } from '../../../api/generated/graphql.ts';
import { useMutationAction } from '../../../api/use-mutation-action.ts';
import type { FormProblem, FormSpec, FormValues } from '../../../ui/form/form-spec.ts';
import { SpecForm } from '../../../ui/form/spec-form.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Timestamp } from '../../../ui/text/timestamp.tsx';

type Props = {
  readonly settings: AuditRetentionFragment;
  readonly mayManage: boolean;
  readonly onChanged: () => void;
};

const keptText = (days: number | null | undefined): string => (days == null ? 'for ever' : `for ${days} days`);

/** How long entries of the audit log are kept. */
export function Retention({ settings, mayManage, onChanged }: Props) {
  const { retention_days: days, default_retention_days: installation, oldest } = settings;
  const { run } = useMutationAction(SaveAuditRetentionDocument, {
    done: ({ save_audit_retention: { retention_days: saved } }) =>
      `Entries are kept ${keptText(saved ?? installation)} now.`,
    failed: 'The retention was not saved.',
  });
  const spec: FormSpec = {
    fields: [
      {
        name: 'days',
        label: 'Days',
        kind: 'number',
        minimum: MIN_RETENTION_DAYS,
        maximum: MAX_RETENTION_DAYS,
        doc: `Empty: as long as the installation keeps them, ${keptText(installation)}.`,
      },
    ],
  };
  const save = async (values: FormValues): Promise<readonly FormProblem[] | null> => {
    const given = values['days'];
    const isEmpty = given === undefined || given === null || given === '';
    return (await run({ days: isEmpty ? null : Number(given) })) === null ? null : [];
  };
  return (
    <Stack as="section" gap={3} aria-label="Retention">
      <Text as="h3" size="large" weight="strong">
        Retention
      </Text>
      <Text as="p">
        Entries are kept {keptText(days ?? installation)}.{' '}
        {oldest != null && (
          <>
            The oldest one is from <Timestamp value={oldest} />.
          </>
        )}
      </Text>
      {(days ?? installation) != null && (
        <Text as="p" tone="dim">
          Older ones leave the log once all streams have delivered them. What stays can still be verified.
        </Text>
      )}
      {mayManage && (
        <SpecForm
          key={days ?? 0}
          spec={spec}
          mode="edit"
          initial={{ days: days ?? '' }}
          submitLabel="Save"
          onSubmit={save}
          onSaved={onChanged}
        />
      )}
    </Stack>
  );
}
