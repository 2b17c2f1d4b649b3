/** Passes answers between windows of the console, also when the provider's page has cut the link to the opener. */
const CHANNEL = 'switchboard.popup';
/** The browser reports the closing of another window by no event. */
const CLOSED_INTERVAL = 500;

export type PopupSize = { readonly width: number; readonly height: number };

type Watch<T> = {
  /** The answer in a message; null for a message of another kind. */
  readonly read: (message: unknown) => T | null;
  readonly onAnswer: (answer: T) => void;
  /** The window was closed, or its page has cut the link: an answer may still arrive. */
  readonly onClosed: () => void;
};

export type PopupWindow = {
  readonly showAddress: (address: string) => void;
  readonly focus: () => void;
  /** Ends the watch and closes the window. */
  readonly close: () => void;
};

function placement({ width, height }: PopupSize): string {
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`;
}

/**
 * Opens an empty window and waits for its answer. To be called while a click is handled, before anything is awaited.
 * @returns null when the browser blocked the window
 */
export function openPopupWindow<T>(name: string, size: PopupSize, watch: Watch<T>): PopupWindow | null {
  const popup = window.open('about:blank', name, placement(size));
  if (popup === null) return null;
  const ended = new AbortController();
  const { signal } = ended;
  const channel = new BroadcastChannel(CHANNEL);
  const receive = (message: unknown): void => {
    const answer = signal.aborted ? null : watch.read(message);
    if (answer === null) return;
    ended.abort();
    watch.onAnswer(answer);
  };
  // Only this origin posts to the channel; a message of another window may come from anywhere.
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data), { signal });
  window.addEventListener(
    'message',
    ({ data, origin }: MessageEvent<unknown>) => {
      if (origin === location.origin) receive(data);
    },
    { signal },
  );
  const timer = window.setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    watch.onClosed();
  }, CLOSED_INTERVAL);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    channel.close();
  });
  return {
    showAddress: (address) => popup.location.replace(address),
    focus: () => popup.focus(),
    close: () => {
      ended.abort();
      popup.close();
    },
  };
}

/** Answers the window that opened this one. */
export function answerOpener(message: unknown): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
  const opener = window.opener as Window | null;
  opener?.postMessage(message, location.origin);
}
