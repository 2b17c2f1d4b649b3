import { showToast } from './toast-host.tsx';

const READING_TIME = 5000;
const ERROR_READING_TIME = 9000;

/** A message that is shown already is not shown again: its repetitions would hide the next one. */
const once = (message: string) => ({ id: message, message });

/** Shows a toast about an action that succeeded. */
export function toastDone(message: string): void {
  showToast({ ...once(message), autoClose: READING_TIME, color: 'green', role: 'status' });
}

/** Shows a toast about a failure, with the Request-ID for support. */
export function toastFailed(message: string, requestId?: string): void {
  showToast({
    ...once(requestId === undefined ? message : `${message} (Request-ID ${requestId})`),
    autoClose: ERROR_READING_TIME,
    color: 'red',
    role: 'alert',
  });
}
