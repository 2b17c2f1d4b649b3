/** Mantine's toasts with their style sheets. */
import '../theme/mantine-layer-styles.ts';
import { notifications, type showNotification } from '@mantine/notifications';

export { Notifications } from '@mantine/notifications';

export type Toast = Parameters<typeof showNotification>[0];

/** Shows a toast, whose button has a name for screen readers. */
export const show = (toast: Toast): void => {
  notifications.show({ ...toast, closeButtonProps: { 'aria-label': 'Dismiss the message' } });
};
