import { Menu } from '@mantine/core';
import '../../theme/mantine-layer-styles.ts';
import { AnchoredMenu } from '../../layers/anchored-menu.tsx';
import type { RowAction } from '../types.ts';

/** The button whose menu is open, and the entries. */
export type OpenMenu = { readonly rowId: string; readonly button: HTMLElement; readonly actions: readonly RowAction[] };

type Props = { readonly open: OpenMenu; readonly id: string; readonly onClose: () => void };

/** The menu of a row: one for the whole grid, since a menu in each row would cost more than the rest of it. */
export function RowMenu({ open, id, onClose }: Props) {
  return (
    <AnchoredMenu button={open.button} id={id} position="bottom-end" onClose={onClose}>
      {open.actions.map((action) => (
        <Menu.Item
          key={action.label}
          leftSection={action.icon}
          {...(action.danger === true ? { color: 'red' } : {})}
          {...(action.disabledReason === undefined
            ? {}
            : { 'aria-disabled': true, 'data-disabled': true, 'data-tip': action.disabledReason })}
          closeMenuOnClick={action.disabledReason === undefined}
          onClick={() => {
            if (action.disabledReason === undefined) action.run();
          }}
        >
          {action.label}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}
