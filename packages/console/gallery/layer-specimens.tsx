import { Button, Menu } from '@mantine/core';
import '../src/ui/theme/mantine-layer-styles.ts';
import { ConfirmDialog } from '../src/ui/feedback/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '../src/ui/feedback/states.tsx';
import { toastDone, toastFailed } from '../src/ui/feedback/toasts.ts';
import { SideDrawer } from '../src/ui/page/side-drawer.tsx';
import { Opener } from './opener.tsx';
import { Section, Specimen } from './specimen.tsx';

const NOTHING = (): void => undefined;

/** States of a page, dialogs, drawers, menus and toasts. */
export function LayerSpecimens() {
  return (
    <Section title="States and layers">
      <Specimen title="Empty">
        <EmptyState title="No results, try another filter" actions={<Button>Clear all filters</Button>} />
      </Specimen>
      <Specimen title="Failed">
        <ErrorState
          title="There was a problem processing the request."
          failure={{ message: 'The database is unavailable.', requestId: '018f2c1e-7d0a' }}
          onRetry={NOTHING}
        />
      </Specimen>
      <Specimen title="Buttons" padded>
        <Button variant="filled">Primary</Button>
        <Button>Default</Button>
        <Button variant="subtle">Subtle</Button>
        <Button variant="filled" color="red">
          Abandon
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="filled" loading>
          Saving
        </Button>
      </Specimen>
      <Specimen title="Dialogs, drawer, menu" padded>
        <Opener
          label="Open a dialog"
          layer={(close) => (
            <ConfirmDialog
              title="Refresh the list?"
              confirmLabel="Refresh"
              onClose={close}
              onConfirm={async () => true}
            >
              The list <strong>Downloads</strong> is fetched again.
            </ConfirmDialog>
          )}
        />
        <Opener
          label="Open a dangerous dialog"
          layer={(close) => (
            <ConfirmDialog
              title="Abandon this download?"
              confirmLabel="Abandon"
              danger
              onClose={close}
              onConfirm={async () => true}
            >
              The download <strong>orders</strong> of Nov 21 will be abandoned. No upload will be made from it.
            </ConfirmDialog>
          )}
        />
        <Opener
          label="Open a drawer"
          layer={(close) => (
            <SideDrawer title="Uploads for download orders" onClose={close}>
              <EmptyState title="No uploads">Uploads will appear once downloads are completed.</EmptyState>
            </SideDrawer>
          )}
        />
        <Menu>
          <Menu.Target>
            <Button>Open a menu</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>Copy id</Menu.Item>
            <Menu.Item disabled>Retry</Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red">Abandon</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Specimen>
      <Specimen title="Toasts" padded>
        <Button onClick={() => toastDone('Copied to clipboard!')}>Show a toast</Button>
        <Button onClick={() => toastFailed('Failed to download CSV', '018f2c1e-7d0a')}>Show a failure</Button>
      </Specimen>
    </Section>
  );
}
