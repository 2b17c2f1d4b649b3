import { type ReactNode, useEffect } from 'react';
import { lazyLayer } from '../../../lib/load-chunk.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import type { Identified } from '../list-description.ts';
import type { ListPageState } from '../use-list-page.ts';
import { neighboursOf } from './neighbours.ts';

const SideDrawer = lazyLayer(async () => (await import('../../../ui/page/side-drawer.tsx')).SideDrawer);

type DrawerProps<Row extends Identified> = { readonly page: ListPageState<Row>; readonly children: ReactNode };

/** The drawer beside a list. It stays while other rows are opened in it; its width is a preference. */
export function ListDrawer<Row extends Identified>({ page, children }: DrawerProps<Row>) {
  const { preferences, setDrawerWidth } = usePreferences();
  const { connection, openId } = page;
  const neighbours = neighboursOf(connection.rows, openId, page.open);
  const { hasMore, fetchMore } = connection;
  const isLast = connection.rows.at(-1)?.id === openId;
  useEffect(() => {
    if (isLast && hasMore) fetchMore();
  }, [isLast, hasMore, fetchMore]);
  return (
    <SideDrawer
      steps={{ noun: page.list.noun, ...neighbours }}
      width={preferences.drawerWidth}
      onWidthChange={setDrawerWidth}
      onClose={page.close}
    >
      {children}
    </SideDrawer>
  );
}
