// Loaded before the command: prints at its end which of our packages, and which libraries, it has loaded, each on a line of
// the error output.
import { registerHooks } from 'node:module';

const packages = new Set();
registerHooks({
  load(url, context, load) {
    const name =
      /\/packages\/([\w-]+)\/src\//.exec(url)?.[1] ?? /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
    if (name !== undefined) packages.add(name);
    return load(url, context);
  },
});
process.on('exit', () => process.stderr.write([...packages].map((name) => `loaded ${name}\n`).join('')));
