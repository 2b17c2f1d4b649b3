import type { IntegrationType } from '@switchboard/model/integrations/integration-types';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { IntegrationSignInDocument } from '../../api/generated/documents/integrations.ts';
import { usePermission, useSession } from '../../api/session/session.ts';
import { useConnect } from '../../entities/oauth/use-connect.tsx';
import { useStartOAuth } from '../../entities/oauth/use-start-oauth.ts';
import { toastDone } from '../../ui/feedback/toasts.ts';

/** Whether people may sign in at the provider of a type here; undefined until it is known. */
export function useOffersSignIn(type: IntegrationType | undefined): boolean | undefined {
  const mayManage = usePermission('manage-integrations');
  const hasSignIn = mayManage && type?.signIn !== undefined;
  const [{ data, error }] = useQuery({
    query: IntegrationSignInDocument,
    variables: { type: type?.name ?? '' },
    pause: !hasSignIn,
  });
  return hasSignIn && error === undefined ? data?.integration_sign_in : false;
}

type Options = {
  /** Undefined for one that this version does not know, which is not connected. */
  readonly type: IntegrationType | undefined;
  /** The integration that is connected again; null for a new one. */
  readonly stored: string | null;
  readonly onConnected: (id: string) => void;
};

export type IntegrationConnection = {
  /** Opens the window of the provider. To be called by a click. */
  readonly connect: () => void;
  /** Where the sign-in stands, and why the last one failed. */
  readonly status: ReactNode;
};

/** Connects an integration by signing in at its provider. */
export function useConnectIntegration({ type, stored, onConnected }: Options): IntegrationConnection {
  const { urlName } = useSession().account;
  const start = useStartOAuth();
  const open = (): void => {
    // The result of this window is recognised by it.
    const reference = crypto.randomUUID();
    connect(reference, start({ entity: 'integration', type: type?.name ?? '', id: stored, name: reference }));
  };
  const { connect, status } = useConnect({
    provider: type?.displayName ?? '',
    route: `/app/${urlName}/integrations`,
    onConnected: ({ id }) => {
      toastDone('The integration settings have been saved.');
      onConnected(id ?? stored ?? '');
    },
    onRetry: open,
  });
  return { connect: open, status };
}
