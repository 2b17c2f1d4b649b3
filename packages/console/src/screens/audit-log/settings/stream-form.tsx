import { useMemo } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import { SaveAuditStreamDocument } from '../../../api/generated/documents/audit-settings.ts';
import type { AuditStreamFragment } from '../../../api/generated/graphql.ts';
import { toastDone, toastFailed } from '../../../ui/feedback/toasts.ts';
import type { FormProblem, FormValues } from '../../../ui/form/form-spec.ts';
import { SpecForm } from '../../../ui/form/spec-form.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import {
  readStreamValues,
  storedSecrets,
  streamFormProblems,
  streamFormSpec,
  streamFormValues,
  streamLabel,
} from './stream-view.ts';

type Props = {
  /** Null adds one. */
  readonly stream: AuditStreamFragment | null;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
};

const NOTHING: ReadonlySet<string> = new Set();

/** The form of a stream of the audit log. */
export function StreamForm({ stream, onSaved, onCancel }: Props) {
  const client = useClient();
  const spec = useMemo(() => streamFormSpec(stream), [stream]);
  const title = stream === null ? 'Add stream' : `Edit ${streamLabel(stream.type)}`;
  const save = async (values: FormValues): Promise<readonly FormProblem[]> => {
    const { data, error } = await client
      .mutation(SaveAuditStreamDocument, readStreamValues(stream, values))
      .toPromise();
    const outcome = data?.outcome;
    if (outcome === undefined) {
      const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
      toastFailed(message, requestId);
      return [{ field: null, message }];
    }
    if (outcome.__typename === 'NotFoundError') return [{ field: null, message: outcome.problem }];
    if (outcome.__typename === 'AuditStreamErrors')
      return outcome.errors.map(({ field, message }) => ({ field: field ?? null, message }));
    toastDone('The stream has been saved.');
    return [];
  };
  return (
    <Stack as="section" gap={3} padding={4} frame="large" aria-label={title}>
      <Text as="h4" size="body" weight="strong">
        {title}
      </Text>
      <SpecForm
        spec={spec}
        mode={stream === null ? 'add' : 'edit'}
        {...(stream === null ? {} : { initial: streamFormValues(stream) })}
        stored={stream === null ? NOTHING : storedSecrets(stream)}
        validate={(values) => streamFormProblems(stream, values)}
        submitLabel="Save"
        generalTitle="The stream was not saved."
        onCancel={onCancel}
        onSubmit={save}
        onSaved={onSaved}
      />
    </Stack>
  );
}
