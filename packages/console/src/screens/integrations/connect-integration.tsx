import { Button } from '@mantine/core';
import type { IntegrationType } from '@switchboard/model/integrations/integration-types';
import { IconPlugConnected } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { Pane } from './integration-pane.tsx';
import { useConnectIntegration, useOffersSignIn } from './use-connect-integration.tsx';

type Props = {
  readonly type: IntegrationType;
  /** The form in which a token is entered instead. */
  readonly addLink: string;
  readonly onConnected: (id: string) => void;
};

/** mode=connect: a person signs in at the other side, or enters a token where the installation has no app there. */
export function ConnectIntegration({ type, addLink, onConnected }: Props) {
  const offersSignIn = useOffersSignIn(type);
  const title = `Connect ${type.displayName}`;
  if (offersSignIn === undefined) return <Pane title={title}>{null}</Pane>;
  return (
    <Pane title={title}>
      {offersSignIn ? (
        <SignIn type={type} addLink={addLink} onConnected={onConnected} />
      ) : (
        <EmptyState title={`${type.displayName} is connected by a token here.`} actions={<EnterToken to={addLink} />}>
          Signing in at the other side needs an app that is registered there, and this installation has none.
        </EmptyState>
      )}
    </Pane>
  );
}

function SignIn({ type, addLink, onConnected }: Props) {
  const { connect, status } = useConnectIntegration({ type, stored: null, onConnected });
  const begun = useRef(false);
  useEffect(() => {
    // Browsers open windows for a click only: who follows a link from elsewhere uses the button.
    if (begun.current || navigator.userActivation?.isActive !== true) return;
    begun.current = true;
    connect();
  });
  return (
    <Stack gap={4}>
      {status}
      <Text as="p" tone="dim">
        {type.displayName} asks in a window of its own whether Switchboard may post. Channels are chosen afterwards.
      </Text>
      <Row gap={2} wrap>
        <Button variant="filled" leftSection={<IconPlugConnected size={ICON_SIZE} />} onClick={connect}>
          Connect {type.displayName}
        </Button>
        <EnterToken to={addLink} />
      </Row>
    </Stack>
  );
}

function EnterToken({ to }: { readonly to: string }) {
  return (
    <Button component={Link} to={to} variant="default">
      Enter a token
    </Button>
  );
}
