import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';

type Props = {
  /** Opens the sign-in in a window of its own; false when another person signed in. */
  readonly signIn: () => Promise<boolean>;
  readonly onSignedIn: () => void;
  /** The person gives up their input and signs in on this page. */
  readonly onLeave: () => void;
};

const OTHER_PERSON = 'Another person has signed in. Sign in as yourself to save your input.';
const NO_WINDOW = 'The sign-in was not completed. Allow pop-up windows for this page, then try again.';

/** Asks a person with unsaved input to sign in again, because their session has ended. */
export function SessionExpiryDialog({ signIn, onSignedIn, onLeave }: Props) {
  const [isWorking, setIsWorking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const start = async (): Promise<void> => {
    setIsWorking(true);
    setProblem(null);
    try {
      if (await signIn()) onSignedIn();
      else setProblem(OTHER_PERSON);
    } catch {
      setProblem(NO_WINDOW);
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title="Your session has ended"
    >
      <Text component="div">Sign in again to go on. What you have entered stays on this page.</Text>
      {problem !== null && (
        <Alert color="red" role="alert" mt="sm">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button onClick={onLeave}>Discard input and leave</Button>
        <Button variant="filled" data-autofocus loading={isWorking} onClick={() => void start()}>
          Sign in
        </Button>
      </Group>
    </Modal>
  );
}
