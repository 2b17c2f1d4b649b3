import { SMTPServer } from 'smtp-server';

/** A message as the server has accepted it. */
export type ReceivedMail = { readonly from: string; readonly to: string; readonly data: string };

export type TestSmtpServer = {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Logins, as `user:password`. */
  readonly logins: readonly string[];
  close(): Promise<void>;
};

export type SmtpOptions = {
  /** Why recipients are refused: the code of the reply and its text. Null accepts them. */
  readonly refusal?: () => { readonly code: number; readonly text: string } | null;
  /** Offers STARTTLS with a self-signed certificate. */
  readonly offersTls?: boolean;
};

/** A mail server on this machine that keeps what it receives. */
export async function startSmtpServer({
  refusal = () => null,
  offersTls = false,
}: SmtpOptions = {}): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: !offersTls,
    onAuth: ({ username, password }, _session, answer) => {
      logins.push(`${username}:${password}`);
      answer(null, { user: username });
    },
    onRcptTo: (_address, _session, answer) => {
      const refused = refusal();
      if (refused === null) answer();
      else answer(Object.assign(new Error(refused.text), { responseCode: refused.code }));
    },
    onData: (stream, { envelope }, answer) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const data = Buffer.concat(chunks).toString();
        for (const { address } of envelope.rcptTo) received.push({ from, to: address, data });
        answer();
      });
    },
  });
  // Connections that a client breaks off.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    logins,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
