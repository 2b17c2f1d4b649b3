import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type MailText = {
  readonly subject: string;
  readonly text: string;
  /** The same as a page; plain text only without it. */
  readonly html?: string;
};

/** A mail. `id` is the same at each attempt to send it. */
export type Mail = MailText & {
  readonly id: string;
  readonly to: { readonly name: string; readonly email: string };
};

/** Hands a mail over. Returns once it has been accepted; throws to be tried again. */
export type MailTransport = (mail: Mail) => Promise<void>;

export type MailSettings = {
  /** Null: mail is written to the folder. */
  readonly smtpUrl: string | null;
  readonly from: string;
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

const TIMEOUT_MS = 30_000;
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Sends over SMTP; without a mail server, writes each mail to a file that people of this machine can open. */
export function createMailTransport({ smtpUrl, from, folder, now }: MailSettings): MailTransport {
  if (smtpUrl !== null) {
    const server = onFirstUse(({ createTransport }) => createTransport(serverOptions(new URL(smtpUrl))));
    return async (mail) => {
      await (await server()).sendMail(messageOf(mail, from, now()));
    };
  }
  const composer = onFirstUse(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return async (mail) => {
    const { message } = await (await composer()).sendMail(messageOf(mail, from, now()));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${mail.id}.eml`);
    await writeFile(`${path}.part`, message, { mode: 0o600 });
    await rename(`${path}.part`, path);
  };
}

/** Loads the library with the first mail. */
function onFirstUse<Made>(create: (library: typeof import('nodemailer')) => Made): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  return () => {
    made ??= import('nodemailer').then(create);
    return made;
  };
}

/** `smtp://` changes to TLS when the server offers it, and never sends a password without it, except to this machine. */
function serverOptions({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:';
  const hasLogin = username !== '';
  return {
    host: hostname,
    port: port === '' ? (secure ? 465 : 25) : Number(port),
    secure,
    requireTLS: hasLogin && !LOCAL_HOSTS.includes(hostname),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...(hasLogin ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  };
}

function messageOf({ id, to, subject, text, html }: Mail, from: string, now: number) {
  const domain = from.split('@').at(-1) ?? 'localhost';
  return {
    from: { name: 'Switchboard', address: from },
    to: { name: to.name, address: to.email },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    date: new Date(now),
    messageId: `<${id}@${domain}>`,
    textEncoding: 'base64' as const,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
