import { type CheckRequest, checkSender, type SenderChecks, UNKNOWN_SENDER } from './check-sender.ts';

export type NumberedRequest = CheckRequest & { readonly number: number };
export type NumberedReply = { readonly number: number; readonly checks: SenderChecks };

/** The program that checks senders: several at a time, since most of the time DNS is waited for. It ends when its parent is gone. */
process.on('message', ({ number, ...request }: NumberedRequest) => {
  void checkSender(request)
    .catch(() => UNKNOWN_SENDER)
    .then((checks) => process.send?.({ number, checks } satisfies NumberedReply));
});
process.on('disconnect', () => process.exit());
