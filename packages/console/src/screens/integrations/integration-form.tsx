import { Button } from '@mantine/core';
import type { IntegrationType } from '@switchboard/model/integrations/integration-types';
import {
  type IntegrationProblem,
  NO_FILTER_TEXT,
  pathOfField,
  validateIntegration,
} from '@switchboard/model/integrations/validate-integration';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConnectionSteps } from '../../entities/connection/connection-steps.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { FormActions, GeneralProblem } from '../../ui/form/form-parts.tsx';
import { useLeaveGuard } from '../../ui/form/use-leave-guard.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { EDIT_SUBMIT_WIDTH, SUBMIT_WIDTH } from '../../ui/theme/metrics.ts';
import { useTestDraft } from './draft-test/use-test-draft.ts';
import { FilterRows } from './filter-rows.tsx';
import { draftOf, type FormState, initialState, type RowState, recordOf } from './form-state.ts';
import { IntegrationField } from './integration-field.tsx';
import styles from './integrations.module.css';
import type { Integration } from './integrations-view.ts';
import { ItemRows } from './item-rows.tsx';
import { useChannels } from './use-channels.ts';
import { NOT_SAVED, useSaveIntegration } from './use-save-integration.ts';

type Props = {
  readonly type: IntegrationType;
  /** The integration as it was opened; null for a new one. */
  readonly opened: Integration | null;
  /** The same as it is now: it knows what is wrong while it runs. */
  readonly present: Integration | null;
  readonly onSaved: (saved: Integration) => void;
  readonly onCancel: () => void;
  /** Loads what somebody else has saved meanwhile. */
  readonly onReload: () => void;
  readonly actionsOf?: (row: RowState) => ReactNode;
};

const NOTHING = new Set<string>();

/** The form of an integration: its fields, and what is sent to which receiver. */
export function IntegrationForm({ type, opened, present, onSaved, onCancel, onReload, actionsOf }: Props) {
  const [initial] = useState(() => initialState(type, opened));
  const [state, setState] = useState<FormState>(initial);
  const [problems, setProblems] = useState<readonly IntegrationProblem[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const guard = useLeaveGuard(
    state !== initial && JSON.stringify(draftOf(type, state)) !== JSON.stringify(draftOf(type, initial)),
  );
  const save = useSaveIntegration({ type: type.name, stored: opened });
  const trial = useTestDraft({ type: type.name, stored: opened });
  const isConnected = opened !== null;
  const hasChannels = type.target.kind === 'channel';
  const channels = useChannels(isConnected && hasChannels ? opened.id : null);
  const stored = isConnected
    ? new Set(type.fields.flatMap(({ name, secret }) => (secret === true ? [name] : [])))
    : NOTHING;
  const byPath = new Map(problems.flatMap(({ path, message }) => (path === null ? [] : [[path, message]])));

  const configuration = recordOf(present?.configuration);
  const operationError = (name: string): string | undefined => {
    const value = configuration[name];
    return name === 'op_error' && typeof value === 'string' && value !== '' ? value : undefined;
  };
  const items = Array.isArray(configuration['items']) ? configuration['items'].map(recordOf) : [];
  const shown = new Set([...type.fields.map(pathOfField), 'filters', 'configuration']);
  const general = problems.filter(({ path }) => path === null || !isShown(path, shown));
  const lacksFilter = problems.some(({ code }) => code === 'no_option');
  const isOutdated = problems.some(({ code }) => code === 'changed_meanwhile');
  const formErrors = [present?.public_authorization.error, configuration['op_form_error']].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );

  const setValue = (path: string, value: string | boolean): void => {
    setState({ ...state, values: { ...state.values, [path]: value } });
    setProblems(problems.filter((problem) => problem.path !== path));
  };
  const setRows = (rows: readonly RowState[]): void => {
    setState({ ...state, rows });
    // Paths name rows by their place.
    setProblems(problems.filter(({ path }) => path?.startsWith('filters') !== true));
  };
  const fail = (found: readonly IntegrationProblem[]): void => {
    flushSync(() => setProblems(found));
    element.current
      ?.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"]), [data-error="true"] input')
      ?.focus();
  };
  const tryDraft = async (): Promise<void> => {
    const draft = draftOf(type, state);
    const found = validateIntegration(type, draft, stored);
    fail(found.length > 0 ? found : await trial.test(draft));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSaving) return;
    const draft = draftOf(type, state);
    const found = validateIntegration(type, draft, stored);
    if (found.length > 0) {
      toastFailed(NOT_SAVED);
      fail(found);
      return;
    }
    setIsSaving(true);
    try {
      const result = await save(draft);
      if ('problems' in result) fail(result.problems);
      else {
        guard.release();
        onSaved(result.saved);
      }
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <Stack
      as="form"
      gap={5}
      width="full"
      ref={element}
      className={styles['form']}
      noValidate
      aria-label={type.displayName}
      onSubmit={submit}
    >
      {formErrors.map((text) => (
        <Banner key={text} tone="error" title={text} />
      ))}
      {(general.length > 0 || lacksFilter) && (
        <Banner
          tone="error"
          title={NOT_SAVED}
          actions={isOutdated && <Button onClick={onReload}>Load the present values</Button>}
        >
          {general.map(({ message }) => (
            <GeneralProblem key={message}>{message}</GeneralProblem>
          ))}
          {lacksFilter && <GeneralProblem>{NO_FILTER_TEXT}</GeneralProblem>}
        </Banner>
      )}
      <Stack as="section" gap={3} minWidth={0} aria-label="Settings">
        {type.fields.map((field) => {
          const path = pathOfField(field);
          return (
            <IntegrationField
              key={path}
              field={field}
              value={state.values[path] ?? ''}
              error={byPath.get(path) ?? operationError(field.name)}
              isStored={stored.has(field.name)}
              onChange={(value) => setValue(path, value)}
            />
          );
        })}
      </Stack>
      {type.hasItems === true && (
        <Stack as="section" gap={3} minWidth={0} aria-label="Items">
          <Text as="h3" size="body" weight="strong">
            Items
          </Text>
          <ItemRows
            items={state.items}
            onChange={(changed) => {
              setState({ ...state, items: changed });
              setProblems(problems.filter(({ path }) => path?.startsWith('configuration.items') !== true));
            }}
            problems={byPath}
            errors={items.map(({ error }) => (typeof error === 'string' ? error : null))}
          />
        </Stack>
      )}
      <Stack as="section" gap={3} minWidth={0} aria-label="Notices">
        <Text as="h3" size="body" weight="strong">
          {type.target.kind === 'none' ? 'What is sent' : 'What is sent where'}
        </Text>
        {hasChannels && !isConnected ? (
          <Text as="p" tone="dim">
            Channels are chosen once the workspace is connected.
          </Text>
        ) : (
          <>
            {channels.error !== null && (
              <Banner tone="warning" title={channels.error} actions={<Button onClick={channels.retry}>Retry</Button>}>
                Channels cannot be listed at present.
              </Banner>
            )}
            <FilterRows
              type={type}
              rows={state.rows}
              onChange={setRows}
              problems={byPath}
              stored={present?.filters ?? []}
              channels={channels}
              {...(actionsOf === undefined ? {} : { actionsOf })}
            />
          </>
        )}
      </Stack>
      {trial.steps.length > 0 && (
        <ConnectionSteps steps={trial.steps} isOutdated={trial.tested !== JSON.stringify(draftOf(type, state))} />
      )}
      <FormActions>
        {type.name !== 'test' && (
          <Button loading={trial.isTesting} onClick={() => void tryDraft()}>
            Test connection
          </Button>
        )}
        <Button onClick={() => guard.leave(onCancel)}>Cancel</Button>
        <Button
          type="submit"
          variant="filled"
          maw="100%"
          w={isConnected ? EDIT_SUBMIT_WIDTH : SUBMIT_WIDTH}
          loading={isSaving}
        >
          {hasChannels ? (isConnected ? 'Save Slack' : 'Connect Slack') : 'Save'}
        </Button>
      </FormActions>
      {guard.dialog}
    </Stack>
  );
}

/** Whether a part of the form shows the problem of this path. */
const isShown = (path: string, shown: ReadonlySet<string>): boolean =>
  shown.has(path) || /^(filters\[\d+\](\.configuration\.\w+)?|configuration\.items\[\d+\]\.\w+)$/.test(path);
