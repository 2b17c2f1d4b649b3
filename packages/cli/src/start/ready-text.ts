import type { FirstOwner, Settings } from '@switchboard/server';
import type { Colours } from '../terminal/terminal.ts';
import type { Demo } from './demo.ts';

export type ReadyOptions = {
  readonly settings: Pick<Settings, 'roles' | 'dataDir' | 'databaseUrl'>;
  /** Null when this process does not answer HTTP. */
  readonly url: string | null;
  readonly owner: FirstOwner | null;
  readonly demo: Pick<Demo, 'people' | 'url'> | null;
  readonly colours: Colours;
};

/** The text shown after startup: the address, how to sign in, how to stop the program. */
export function readyText({ settings, url, owner, demo, colours }: ReadyOptions): string {
  const lines: string[] = ['', colours.bold('Switchboard is running.'), ''];
  const line = (name: string, value: string): void => void lines.push(`  ${colours.dim(name.padEnd(9))} ${value}`);
  if (url === null) line('Roles', settings.roles.join(', '));
  else line('Console', colours.cyan(url));
  if (owner !== null) {
    line('Sign in', `as ${owner.email}`);
    if (owner.password !== null)
      line('', `with the one-time password ${colours.bold(owner.password)} (shown only now)`);
  }
  const example = demo?.people[0];
  if (demo !== null && example !== undefined) {
    line('Sign in', `choose a demo person on the page, or type ${example.email}`);
    line('', `the password of all demo people is ${example.password}`);
    line('Provider', `${demo.url} (sample reports)`);
  }
  if (settings.databaseUrl === null) line('Data', settings.dataDir);
  line('Stop', 'Ctrl-C');
  return `${lines.join('\n')}\n\n`;
}
