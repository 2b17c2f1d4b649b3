import type { Generator } from '../generator.ts';
import { housePicture } from './house-picture.ts';

const PICTURE = 'docs/pictures/house.svg';

/** The picture of ARCHITECTURE.md: the packages and layers as the check `imports` holds them. */
export const generator: Generator = {
  owns: /^docs\/pictures\/house\.svg$/,
  make: () => new Map([[PICTURE, housePicture()]]),
};
