import { notifications } from '@mantine/notifications';

const READING_TIME = 5000;
const ERROR_READING_TIME = 9000;

/** Shows a toast about an action that succeeded. */
export function toastDone(message: string): void {
  notifications.show({ message, autoClose: READING_TIME, color: 'green', role: 'status' });
}

/** Shows a toast about a failure, with the Request-ID for support. */
export function toastFailed(message: string, requestId?: string): void {
  notifications.show({
    message: requestId === undefined ? message : `${message} (Request-ID ${requestId})`,
    autoClose: ERROR_READING_TIME,
    color: 'red',
    role: 'alert',
  });
}
