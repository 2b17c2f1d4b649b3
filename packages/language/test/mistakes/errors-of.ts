import { compile, type Message } from '../../src/index.ts';
import { CATALOG } from '../catalog.ts';
import { PRELUDE } from '../prelude.ts';

/** The errors of a script that reads the tables of the examples. */
export function errorsOf(text: string): readonly Message[] {
  const { messages } = compile([{ path: 'main.sbs', text }, PRELUDE], CATALOG);
  return messages.filter(({ path, type }) => path === 'main.sbs' && type === 'error');
}
