import { type CheckRequest, checkSender, type SenderChecks, UNKNOWN_SENDER } from './check-sender.ts';

export type NumberedRequest = CheckRequest & { readonly number: number };
export type NumberedReply = { readonly number: number; readonly checks: SenderChecks };

/** The child process that checks senders of mails. Checks run side by side, since each mostly waits for DNS; it ends with its parent. */
process.on('message', ({ number, ...request }: NumberedRequest) => {
  void checkSender(request)
    .catch(() => UNKNOWN_SENDER)
    .then((checks) => process.send?.({ number, checks } satisfies NumberedReply));
});
process.on('disconnect', () => process.exit());
