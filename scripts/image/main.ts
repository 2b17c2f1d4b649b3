import { join, resolve } from 'node:path';
import { readArguments } from '../arguments/read-arguments.ts';
import { buildImage } from './build-image.ts';

const USAGE = `npm run image -- [--out FOLDER]   builds the OCI image of this repository into a layout, by default dist/image
needs Linux, GNU tar, ldd and Debian's perl-base, dash, coreutils and util-linux; no container engine`;

const root = join(import.meta.dirname, '../..');
const { values } = readArguments(USAGE, { options: { out: { type: 'string', default: 'dist/image' } } });
const out = resolve(root, values.out);
const { digest, tag, size, layers } = await buildImage(root, out, (line) => console.error(line));
console.log(`switchboard:${tag} ${digest}, ${(size / 1024 ** 2).toFixed(0)} MB in ${layers.length} layers, in ${out}`);
