import { createToken, Lexer, type TokenType } from 'chevrotain';

/** The tokens of the language as far as the generated project uses it, for Chevrotain's lexer. */
export const Identifier = createToken({ name: 'Identifier', pattern: /[A-Za-z_]\w*/ });
const Blank = createToken({ name: 'Blank', pattern: /[ \t\r\n]+/, group: Lexer.SKIPPED, line_breaks: true });
const LineComment = createToken({ name: 'LineComment', pattern: /(?:\/\/|#)[^\r\n]*/, group: Lexer.SKIPPED });
const BlockComment = createToken({
  name: 'BlockComment',
  pattern: /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//,
  group: Lexer.SKIPPED,
  line_breaks: true,
});
export const Text = createToken({ name: 'Text', pattern: /"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*'/ });
export const Numeral = createToken({ name: 'Numeral', pattern: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/ });

const word = (text: string): TokenType =>
  createToken({ name: `Word_${text}`, pattern: text, longer_alt: Identifier, start_chars_hint: [text.charCodeAt(0)] });
const sign = (name: string, text: string): TokenType => createToken({ name, pattern: text });

export const Download = word('download');
export const Upload = word('upload');
export const Table = word('table');
export const From = word('from');
export const Using = word('using');
export const To = word('to');
export const Is = word('is');
export const As = word('as');
export const Select = word('select');
export const Distinct = word('distinct');
export const Where = word('where');
export const Having = word('having');
export const Order = word('order');
export const By = word('by');
export const Desc = word('desc');
export const Left = word('left');
export const Join = word('join');
export const On = word('on');
export const And = word('and');
export const Or = word('or');
export const Not = word('not');
export const In = word('in');
export const Between = word('between');
export const Null = word('null');
export const True = word('true');
export const False = word('false');
export const Cast = word('cast');
export const Over = word('over');
export const Partition = word('partition');

export const Joined = sign('Joined', '||');
export const Equal = sign('Equal', '==');
export const Unequal = sign('Unequal', '!=');
export const AtMost = sign('AtMost', '<=');
export const AtLeast = sign('AtLeast', '>=');
export const Below = sign('Below', '<');
export const Above = sign('Above', '>');
export const Plus = sign('Plus', '+');
export const Minus = sign('Minus', '-');
export const Times = sign('Times', '*');
export const Slash = sign('Slash', '/');
export const BraceOpen = sign('BraceOpen', '{');
export const BraceClose = sign('BraceClose', '}');
export const SquareOpen = sign('SquareOpen', '[');
export const SquareClose = sign('SquareClose', ']');
export const RoundOpen = sign('RoundOpen', '(');
export const RoundClose = sign('RoundClose', ')');
export const Semicolon = sign('Semicolon', ';');
export const Colon = sign('Colon', ':');
export const Comma = sign('Comma', ',');
export const Dot = sign('Dot', '.');
export const Question = sign('Question', '?');

const WORDS = [
  ...[Download, Upload, Table, From, Using, To, Is, As, Select, Distinct, Where, Having, Order, By, Desc, Left],
  ...[Join, On, And, Or, Not, In, Between, Null, True, False, Cast, Over, Partition],
];
const SIGNS = [
  ...[Joined, Equal, Unequal, AtMost, AtLeast, Below, Above, Plus, Minus, Times, Slash, BraceOpen, BraceClose],
  ...[SquareOpen, SquareClose, RoundOpen, RoundClose, Semicolon, Colon, Comma, Dot, Question],
];

/** In the order in which they are tried: comments before `/`, words before names. */
export const TOKENS: TokenType[] = [Blank, LineComment, BlockComment, ...WORDS, Identifier, Text, Numeral, ...SIGNS];
