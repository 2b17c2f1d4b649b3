import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { IntegrationsDocument } from '../../api/generated/documents/integrations.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import type { Changes } from '../../api/live/live.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { usePermission, useSession } from '../../api/session/session.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { ConnectIntegration } from './connect-integration.tsx';
import { IntegrationList } from './integration-list.tsx';
import { NewIntegration, Pane, StoredIntegration } from './integration-pane.tsx';
import styles from './integrations.module.css';
import { INTEGRATIONS_PARAMETERS } from './integrations-parameters.ts';
import { addableTypes } from './integrations-view.ts';
import { TypeChooser } from './type-chooser.tsx';
import { useOffersSignIn } from './use-connect-integration.tsx';

const NO_FILTERS = [] as const;
const NOTHING_OPEN = { mode: '', type: '', id: '' } as const;
const WRONG_PARAMETERS = 'Page was accessed with the wrong URL params.';
const PLACEHOLDERS = [0, 1, 2];

const concernsIntegrations = ({ events }: Pick<Changes, 'events'>): boolean =>
  events.some(({ code }) => code.startsWith('INTEGRATION_'));

/** /integrations: where notices of the account go. */
export function IntegrationsPage() {
  const mayManage = usePermission('manage-integrations');
  const { permissions } = useSession();
  const [address, change, link] = useUrlState<typeof INTEGRATIONS_PARAMETERS>(INTEGRATIONS_PARAMETERS);
  useInvalidParameters(NO_FILTERS, INTEGRATIONS_PARAMETERS);
  const [answer, refetch] = useQuery({ query: IntegrationsDocument, requestPolicy: 'cache-and-network' });
  const { error } = answer;
  // A failed query answers null.
  const data = answer.data ?? undefined;
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  useRefetchOnChanges(refresh, concernsIntegrations);
  const integrations = data?.integrations.nodes ?? [];
  const failure = error === undefined ? null : describeFailure(error);
  const { mode, id } = address;
  const isOpen = mode !== '' || id !== '';
  const close = (): void => change(NOTHING_OPEN);
  const addLink = link({ mode: 'add', type: '', id: '' });
  const types = addableTypes(permissions);
  const type = types.find(({ name }) => name === address.type);

  const offersSignIn = useOffersSignIn(types.find(({ signIn }) => signIn !== undefined));
  const chooser = (
    <TypeChooser
      types={types}
      linkTo={({ name, signIn }) =>
        link({ mode: signIn !== undefined && offersSignIn === true ? 'connect' : 'add', type: name, id: '' })
      }
    />
  );
  const open = (saved: string): void => {
    change({ mode: '', type: '', id: saved }, { replace: true });
    refresh();
  };
  const pane = (): ReactNode => {
    if (mode !== '' && !mayManage)
      return <Notice title="You do not have access to Add integration">Ask an operator of the account.</Notice>;
    if (mode !== '' && address.type === '') return <Pane title="Add integration">{chooser}</Pane>;
    if (mode !== '' && type === undefined)
      return (
        <Notice title={WRONG_PARAMETERS} actions={<Choose to={addLink} />}>
          There is no integration type {address.type}.
        </Notice>
      );
    if (mode === 'connect' && type !== undefined)
      return <ConnectIntegration key={type.name} type={type} addLink={link({ mode: 'add' })} onConnected={open} />;
    if (type !== undefined && mode === 'add')
      return <NewIntegration key={type.name} type={type} onSaved={({ id: saved }) => open(saved)} onCancel={close} />;
    const integration = integrations.find((each) => each.id === id);
    if (integration !== undefined)
      return (
        <StoredIntegration
          key={integration.id}
          integration={integration}
          onChanged={refresh}
          onLeave={() => {
            close();
            refresh();
          }}
        />
      );
    if (data === undefined) return <Placeholder />;
    if (id !== '') return <Notice title="There is no such integration.">It was removed, or it never existed.</Notice>;
    return (
      <Notice title="Choose an integration">
        Notices of failures and late uploads are sent to these integrations.
      </Notice>
    );
  };

  return (
    <Page title="Integrations">
      <div className={styles['content']} data-open={isOpen || undefined}>
        <Stack gap={3} padding={[2, 5, 6]} minWidth={0} overflowY="auto" className={styles['side']}>
          {mayManage && (
            <Button
              component={Link}
              to={addLink}
              variant="filled"
              className={styles['add'] ?? ''}
              leftSection={<IconPlus size={ICON_SIZE} />}
            >
              Add
            </Button>
          )}
          {data === undefined && failure === null && (
            <Stack gap={2} aria-busy="true">
              {PLACEHOLDERS.map((place) => (
                <div key={place} className={styles['entry']}>
                  <Skeleton height="var(--text-body)" width="50%" />
                  <span className={styles['entryDetails']}>
                    <Skeleton height="var(--line-small)" width="80%" />
                  </span>
                </div>
              ))}
            </Stack>
          )}
          {failure !== null && data === undefined && (
            <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
          )}
          {failure !== null && data !== undefined && (
            <p role="alert" className={styles['problem']}>
              The integrations could not be refreshed: {failure.message} <Button onClick={refresh}>Retry</Button>
            </p>
          )}
          {data !== undefined && integrations.length === 0 && (
            <EmptyState title="No integrations">
              {mayManage ? 'Add the first one to hear of failures.' : 'Failures are reported to no receiver yet.'}
            </EmptyState>
          )}
          <IntegrationList
            integrations={integrations}
            selected={id}
            linkTo={(wanted) => link({ mode: '', type: '', id: wanted })}
          />
        </Stack>
        <div className={styles['main']}>
          {isOpen && (
            <Button
              component={Link}
              to={link(NOTHING_OPEN)}
              variant="subtle"
              className={styles['back'] ?? ''}
              leftSection={<IconArrowLeft size={ICON_SIZE} />}
            >
              All integrations
            </Button>
          )}
          {(isOpen || integrations.length > 0) && pane()}
        </div>
      </div>
    </Page>
  );
}

type NoticeProps = { readonly title: string; readonly children: ReactNode; readonly actions?: ReactNode };

function Notice({ title, children, actions }: NoticeProps) {
  return (
    <EmptyState title={title} {...(actions === undefined ? {} : { actions })}>
      {children}
    </EmptyState>
  );
}

function Choose({ to }: { readonly to: string }) {
  return (
    <Button component={Link} to={to} variant="filled">
      Choose a type
    </Button>
  );
}

function Placeholder() {
  return (
    <Stack gap={5} width="full" className={styles['form']} aria-busy="true">
      {PLACEHOLDERS.map((place) => (
        <Skeleton key={place} height="var(--control)" />
      ))}
    </Stack>
  );
}
