import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { ICON_SIZE } from '../theme/metrics.ts';
import type { RowAction } from './types.ts';

type Props = { readonly label: string; readonly actions: () => readonly RowAction[]; readonly tabIndex: number };

/** The menu at the end of a row. Its entries are computed when it opens. */
export function RowMenu({ label, actions, tabIndex }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          aria-label={label}
          tabIndex={tabIndex}
          data-row-menu
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <IconDots size={ICON_SIZE} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Entries actions={actions} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Entries({ actions }: Pick<Props, 'actions'>) {
  return actions().map((action) => (
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
  ));
}
