import { Button, Skeleton } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useQueryOfAddress } from '../../lib/address/query-provider.tsx';
import { utcToday } from '../../lib/dates.ts';
import { lazyComponent, lazyLayer } from '../../lib/load-chunk.ts';
import type { FilterSpec } from '../../ui/filters/filter-spec.ts';
import { Popup } from '../../ui/layers/popup.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { viewQueryOf } from './view-query.ts';
import type { Deletion } from './views-menu.tsx';

const ViewsMenu = lazyComponent(async () => (await import('./views-menu.tsx')).ViewsMenu);
const DeleteViewDialog = lazyLayer(async () => (await import('./delete-view-dialog.tsx')).DeleteViewDialog);

/** List whose view can be saved. */
export type ViewableList = {
  /** The list as the server names it. */
  readonly list: string;
  readonly specs: readonly FilterSpec[];
  /** The parameters of the filters and of the order. */
  readonly names: readonly string[];
};

/** Opens the saved views of a list. */
export function ViewsButton({ list, specs, names }: ViewableList) {
  const { search } = useQueryOfAddress();
  const [opened, setOpened] = useState(false);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const query = viewQueryOf(specs, search, { names, today: utcToday(new Date()) });
  return (
    <>
      <Popup
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        label="Views"
        button={(props) => (
          <Button
            {...props}
            variant="subtle"
            color="gray"
            leftSection={<IconBookmark size={SMALL_ICON_SIZE} aria-hidden="true" />}
          >
            Views
          </Button>
        )}
      >
        {() => (
          <Suspense fallback={<Skeleton height="var(--menu-height)" width="var(--picker-width)" />}>
            <ViewsMenu
              list={list}
              specs={specs}
              query={query}
              onDelete={(next) => {
                setOpened(false);
                setDeletion(next);
              }}
              close={() => setOpened(false)}
            />
          </Suspense>
        )}
      </Popup>
      {deletion !== null && <DeleteViewDialog deletion={deletion} onClose={() => setDeletion(null)} />}
    </>
  );
}
