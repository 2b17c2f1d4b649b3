import { Button } from '@mantine/core';
import { useState } from 'react';
import { Banner } from '../src/ui/feedback/banner.tsx';
import { TypedConfirmDialog } from '../src/ui/feedback/typed-confirm-dialog.tsx';
import { Breadcrumbs } from '../src/ui/page/breadcrumbs.tsx';
import { SplitPane } from '../src/ui/page/split-pane.tsx';
import { TabPanels } from '../src/ui/page/tab-panels.tsx';
import { Chip } from '../src/ui/text/chip.tsx';
import styles from './gallery.module.css';
import { Opener } from './opener.tsx';
import { PopupTrial } from './popup-trial.tsx';
import { Section, Specimen } from './specimen.tsx';

const NOTHING = (): void => undefined;
const LONG = 'The same words again and again, until the pane must scroll. '.repeat(12);

function SampleTabs() {
  const [active, setActive] = useState('uploads');
  return (
    <TabPanels
      label="Parts of the download"
      active={active}
      onChange={setActive}
      tabs={[
        { name: 'uploads', label: 'Uploads', count: 3, content: <p>Three uploads.</p> },
        { name: 'parts', label: 'Parts', content: <p>One part.</p> },
        { name: 'rows', label: 'Dirty rows', errors: 2, content: <p>Two errors.</p> },
      ]}
    />
  );
}

/** Specimens of the parts around a page: banners, breadcrumbs, tabs, panes, windows. */
export function FrameSpecimens() {
  return (
    <Section title="Frames">
      <Specimen title="Banners">
        <div className={styles['stack']}>
          <Banner tone="error" title="Credential suspended" actions={<Button>Unsuspend</Button>}>
            The server rejected the password on Nov 21.
          </Banner>
          <Banner tone="warning" title="This key type needs manual updates every two months" onDismiss={NOTHING} />
          <Banner tone="info" title="This draft has a newer version" actions={<Button>Update</Button>} />
        </div>
      </Specimen>
      <Specimen title="Breadcrumbs and chips" padded>
        <Breadcrumbs parents={[{ label: 'Vault', to: '/?part=frames' }]} current="Key details" />
        <Chip>SQL</Chip>
        <Chip>Google service account</Chip>
      </Specimen>
      <Specimen title="Tabs with a count and an error mark">
        <div className={styles['block']}>
          <SampleTabs />
        </div>
      </Specimen>
      <Specimen title="Typed confirmation, a window" padded>
        <Opener
          label="Delete key"
          layer={(close) => (
            <TypedConfirmDialog
              title="Delete the key?"
              name="warehouse"
              confirmLabel="Delete Key"
              onClose={close}
              onConfirm={async () => true}
            >
              The key <strong>warehouse</strong> is deleted. 3 downloads that use it will fail.
            </TypedConfirmDialog>
          )}
        />
        <PopupTrial />
      </Specimen>
      <Specimen title="Panes side by side">
        <div className={styles['table']}>
          <SplitPane
            panes={[
              { name: 'Files', share: 30, content: <p className={styles['block']}>Files</p> },
              { name: 'Text', share: 70, content: <p className={styles['block']}>{LONG}</p> },
            ]}
          />
        </div>
      </Specimen>
      <Specimen title="Panes one below the other">
        <div className={styles['table']}>
          <SplitPane
            direction="vertical"
            panes={[
              { name: 'Text', share: 60, content: <p className={styles['block']}>Text</p> },
              { name: 'Problems', share: 40, content: <p className={styles['block']}>{LONG}</p> },
            ]}
          />
        </div>
      </Specimen>
    </Section>
  );
}
