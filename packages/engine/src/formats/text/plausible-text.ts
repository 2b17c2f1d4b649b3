const ASCII_OTHERS = /[\0-@[-`{-\x7f\u00a0]+/u;
const LETTER = /[\p{L}\p{M}]/u;
const CAPITAL = /\p{Lu}/u;
const SMALL = /\p{Ll}/u;
const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
].concat([/\p{Script=Thai}/u, ASIAN]);
/** Signs beyond ASCII that texts have around their words, and those that stand within words. */
const SIGN = /[«»“”‘’„–—…€£§©®™°ºª²³·•¿¡×±½¼¾、。・「」（）％：！？\u3000]/u;
const SIGN_IN_WORD = /[’·・]/u;
/** Half-width Japanese, which is rare, and what wrong readings often give. */
const HALF_WIDTH = /[\uff61-\uffdf]/u;

/** Whether a word is written as people write: in one script, without signs in it, capitals first or throughout. */
function isPlausibleWord(word: string): boolean {
  if (HALF_WIDTH.test(word) || SCRIPTS.filter((script) => script.test(word)).length > 1) return false;
  const letters = [...word];
  return letters.every((letter, index) => {
    const [before = '', previous = ''] = [letters[index - 2], letters[index - 1]];
    const next = letters[index + 1] ?? '';
    if (!LETTER.test(letter)) {
      const isWithin = LETTER.test(previous) && LETTER.test(next) && !ASIAN.test(previous);
      return SIGN.test(letter) && (!isWithin || SIGN_IN_WORD.test(letter));
    }
    if (letter <= '\x7f' && previous <= '\x7f') return true;
    if (CAPITAL.test(letter)) return !SMALL.test(previous);
    return !(SMALL.test(letter) && CAPITAL.test(previous) && CAPITAL.test(before));
  });
}

/** Whether a text is likely to be what people wrote. The wrong encoding mixes scripts, capitals and signs within words. */
export const isPlausibleText = (text: string): boolean =>
  text.split(ASCII_OTHERS).every((word) => word === '' || isPlausibleWord(word));
