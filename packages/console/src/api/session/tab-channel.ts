const NAME = 'switchboard.session';
const SIGNED_OUT = 'signed-out';

/** Connects the tabs of this browser that show the console. */
export type TabChannel = {
  /** Notifies the other tabs of the sign-out. */
  readonly announceSignOut: () => void;
  readonly close: () => void;
};

/** @param onSignedOut called when another tab signs out; not for this one */
export function openTabChannel(onSignedOut: () => void): TabChannel {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = (event: MessageEvent<unknown>) => {
    if (event.data === SIGNED_OUT) onSignedOut();
  };
  return {
    announceSignOut: () => channel.postMessage(SIGNED_OUT),
    close: () => channel.close(),
  };
}
