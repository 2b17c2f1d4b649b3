/** Mantine's toasts with their style sheets. */
import '../theme/mantine-layer-styles.ts';

export { Notifications, notifications } from '@mantine/notifications';
