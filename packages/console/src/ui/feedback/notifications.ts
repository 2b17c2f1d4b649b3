/** Mantine's toasts with their style sheets. */
import '../theme/mantine-layer-styles.ts';

import { notifications as toasts } from '@mantine/notifications';

export { Notifications } from '@mantine/notifications';

type Toast = Parameters<typeof toasts.show>[0];

export const notifications = {
  show: (toast: Toast): void => void toasts.show({ closeButtonProps: { 'aria-label': 'Close message' }, ...toast }),
};
