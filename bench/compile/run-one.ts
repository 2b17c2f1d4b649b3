import { compile } from '@switchboard/language';
import { CONSTRUCTS } from '../../packages/language/src/constructs/registry.ts';
import { parseScript } from '../../packages/language/src/syntax/parser.ts';
import { CATALOG } from '../../packages/language/test/catalog.ts';
import { preparePeer } from './peer.ts';
import { makeProject, type Project } from './project.ts';

/** What is measured, each in a process of its own. What is prepared is not counted. */
export type Contestant = 'peer' | 'parse' | 'cold';

export type Outcome = { readonly seconds: number; readonly peakBytes: number };

function prepare(contestant: Contestant, { files }: Project): () => void {
  if (contestant === 'peer') {
    const parse = preparePeer();
    return () => {
      for (const file of files) parse(file.text);
    };
  }
  if (contestant === 'parse')
    return () => {
      const report = (): void => undefined;
      const kept = files.map((file) => parseScript(file.text, CONSTRUCTS, report).declarations);
      if (kept.some((declarations) => declarations.length < 2)) throw new Error('A file was not read to its end.');
    };
  return () => {
    const mistake = compile(files, CATALOG).messages.find((message) => message.type === 'error');
    if (mistake) throw new Error(`${mistake.path}:${mistake.line}: ${mistake.message}`);
  };
}

/** Measures one contestant in this process; to be the only one in it. */
export function runOne(contestant: Contestant, count: number): Outcome {
  const work = prepare(contestant, makeProject(count));
  const start = performance.now();
  work();
  const seconds = (performance.now() - start) / 1000;
  return { seconds, peakBytes: process.resourceUsage().maxRSS * 1024 };
}
