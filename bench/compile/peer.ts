import { type CstNode, CstParser, Lexer } from 'chevrotain';
import * as t from './peer-tokens.ts';

/**
 * A grammar of the language for Chevrotain, as far as the generated project uses it: a bare syntax tree without recovery and
 * without places of nodes. Operators are read in one flat rule, which is the fastest it can do: with a rule for each strength
 * of operators it needs about 1.4 times as long.
 */
class PeerParser extends CstParser {
  constructor() {
    super(t.TOKENS, { recoveryEnabled: false, maxLookahead: 2 });
    this.performSelfAnalysis();
  }

  readonly script = this.RULE('script', () => {
    this.MANY(() => {
      this.OR([
        { ALT: () => this.SUBRULE(this.download) },
        { ALT: () => this.SUBRULE(this.table) },
        { ALT: () => this.SUBRULE(this.upload) },
      ]);
    });
  });

  readonly download = this.RULE('download', () => {
    this.CONSUME(t.Download);
    this.CONSUME(t.Identifier);
    this.CONSUME(t.From);
    this.SUBRULE(this.block);
    this.CONSUME(t.Using);
    this.SUBRULE(this.schema);
    this.CONSUME(t.Semicolon);
  });

  readonly upload = this.RULE('upload', () => {
    this.CONSUME(t.Upload);
    this.CONSUME(t.Identifier);
    this.CONSUME(t.To);
    this.SUBRULE(this.block);
    this.CONSUME(t.Semicolon);
  });

  readonly block = this.RULE('block', () => {
    this.CONSUME(t.BraceOpen);
    this.MANY(() => this.SUBRULE(this.parameter));
    this.CONSUME(t.BraceClose);
  });

  readonly parameter = this.RULE('parameter', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Identifier) },
      { ALT: () => this.CONSUME(t.Text) },
      // Of the words that start something, only this one is a parameter in the project.
      { ALT: () => this.CONSUME(t.Table) },
    ]);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.value);
    this.CONSUME(t.Semicolon);
  });

  readonly value = this.RULE('value', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Text) },
      { ALT: () => this.CONSUME(t.Numeral) },
      { ALT: () => this.CONSUME(t.True) },
      { ALT: () => this.CONSUME(t.False) },
      {
        ALT: () => {
          this.CONSUME(t.SquareOpen);
          this.MANY_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.value) });
          this.CONSUME(t.SquareClose);
        },
      },
      { ALT: () => this.SUBRULE(this.block) },
    ]);
  });

  readonly schema = this.RULE('schema', () => {
    this.CONSUME(t.BraceOpen);
    this.MANY(() => this.SUBRULE(this.column));
    this.CONSUME(t.BraceClose);
  });

  readonly column = this.RULE('column', () => {
    this.OR([{ ALT: () => this.CONSUME(t.Identifier) }, { ALT: () => this.CONSUME(t.Text) }]);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.type);
    this.OPTION(() => {
      this.CONSUME(t.Not);
      this.CONSUME(t.Null);
    });
    this.OPTION1(() => {
      this.CONSUME(t.As);
      this.CONSUME1(t.Identifier);
    });
    this.CONSUME(t.Semicolon);
  });

  readonly type = this.RULE('type', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.schema) },
      {
        ALT: () => {
          this.CONSUME(t.Identifier);
          this.OPTION(() => {
            this.CONSUME(t.RoundOpen);
            this.AT_LEAST_ONE_SEP({
              SEP: t.Comma,
              DEF: () => this.OR1([{ ALT: () => this.CONSUME(t.Numeral) }, { ALT: () => this.CONSUME(t.Text) }]),
            });
            this.CONSUME(t.RoundClose);
          });
        },
      },
    ]);
  });

  readonly table = this.RULE('table', () => {
    this.CONSUME(t.Table);
    this.CONSUME(t.Identifier);
    this.CONSUME(t.Is);
    this.SUBRULE(this.select);
    this.CONSUME(t.Semicolon);
  });

  readonly select = this.RULE('select', () => {
    this.CONSUME(t.Select);
    this.OPTION(() => this.CONSUME(t.Distinct));
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.item) });
    this.CONSUME(t.From);
    this.SUBRULE(this.reference);
    this.MANY(() => this.SUBRULE(this.join));
    this.OPTION1(() => {
      this.CONSUME(t.Where);
      this.SUBRULE(this.expression);
    });
    this.OPTION2(() => {
      this.CONSUME(t.Having);
      this.SUBRULE1(this.expression);
    });
    this.OPTION3(() => this.SUBRULE(this.order));
  });

  readonly item = this.RULE('item', () => {
    this.SUBRULE(this.expression);
    this.OPTION(() => {
      this.CONSUME(t.As);
      this.CONSUME(t.Identifier);
    });
  });

  readonly reference = this.RULE('reference', () => {
    this.CONSUME(t.Identifier);
    this.OPTION(() => {
      this.CONSUME(t.As);
      this.CONSUME1(t.Identifier);
    });
  });

  readonly join = this.RULE('join', () => {
    this.OPTION(() => this.CONSUME(t.Left));
    this.CONSUME(t.Join);
    this.SUBRULE(this.reference);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.On);
          this.SUBRULE(this.expression);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Using);
          this.CONSUME(t.RoundOpen);
          this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.CONSUME(t.Identifier) });
          this.CONSUME(t.RoundClose);
        },
      },
    ]);
  });

  readonly order = this.RULE('order', () => {
    this.CONSUME(t.Order);
    this.CONSUME(t.By);
    this.AT_LEAST_ONE_SEP({
      SEP: t.Comma,
      DEF: () => {
        this.SUBRULE(this.expression);
        this.OPTION(() => this.CONSUME(t.Desc));
      },
    });
  });

  readonly expression = this.RULE('expression', () => {
    this.SUBRULE(this.operation);
    this.OPTION(() => {
      this.CONSUME(t.Question);
      this.SUBRULE(this.expression);
      this.CONSUME(t.Colon);
      this.SUBRULE1(this.expression);
    });
  });

  /** Values and the operators between them in one list, without precedence. */
  readonly operation = this.RULE('operation', () => {
    this.OPTION(() => this.CONSUME(t.Not));
    this.SUBRULE(this.atom);
    this.MANY(() =>
      this.OR([
        {
          ALT: () => {
            this.OR1([
              { ALT: () => this.CONSUME(t.Equal) },
              { ALT: () => this.CONSUME(t.Unequal) },
              { ALT: () => this.CONSUME(t.AtMost) },
              { ALT: () => this.CONSUME(t.AtLeast) },
              { ALT: () => this.CONSUME(t.Below) },
              { ALT: () => this.CONSUME(t.Above) },
              { ALT: () => this.CONSUME(t.Plus) },
              { ALT: () => this.CONSUME(t.Minus) },
              { ALT: () => this.CONSUME(t.Times) },
              { ALT: () => this.CONSUME(t.Slash) },
              { ALT: () => this.CONSUME(t.Joined) },
              { ALT: () => this.CONSUME(t.And) },
              { ALT: () => this.CONSUME(t.Or) },
              { ALT: () => this.CONSUME(t.Between) },
            ]);
            this.OPTION1(() => this.CONSUME1(t.Not));
            this.SUBRULE1(this.atom);
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.Is);
            this.OPTION2(() => this.CONSUME2(t.Not));
            this.CONSUME(t.Null);
          },
        },
        {
          ALT: () => {
            this.OPTION3(() => this.CONSUME3(t.Not));
            this.CONSUME(t.In);
            this.CONSUME(t.RoundOpen);
            this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.expression) });
            this.CONSUME(t.RoundClose);
          },
        },
      ]),
    );
  });

  readonly atom = this.RULE('atom', () => {
    this.OPTION(() => this.CONSUME(t.Minus));
    this.OR([
      { ALT: () => this.SUBRULE(this.named) },
      { ALT: () => this.CONSUME(t.Text) },
      { ALT: () => this.CONSUME(t.Numeral) },
      { ALT: () => this.CONSUME(t.True) },
      { ALT: () => this.CONSUME(t.False) },
      { ALT: () => this.CONSUME(t.Null) },
      { ALT: () => this.SUBRULE(this.cast) },
      {
        ALT: () => {
          this.CONSUME(t.RoundOpen);
          this.SUBRULE(this.expression);
          this.CONSUME(t.RoundClose);
        },
      },
    ]);
  });

  readonly cast = this.RULE('cast', () => {
    this.CONSUME(t.Cast);
    this.CONSUME(t.RoundOpen);
    this.SUBRULE(this.expression);
    this.CONSUME(t.As);
    this.SUBRULE(this.type);
    this.CONSUME(t.RoundClose);
  });

  /** A column, a column of a table, or a call. */
  readonly named = this.RULE('named', () => {
    this.CONSUME(t.Identifier);
    this.OPTION(() =>
      this.OR([
        {
          ALT: () => {
            this.CONSUME(t.Dot);
            this.CONSUME1(t.Identifier);
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.RoundOpen);
            this.MANY_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.expression) });
            this.CONSUME(t.RoundClose);
            this.OPTION1(() => this.SUBRULE(this.over));
          },
        },
      ]),
    );
  });

  readonly over = this.RULE('over', () => {
    this.CONSUME(t.Over);
    this.CONSUME(t.RoundOpen);
    this.OPTION(() => {
      this.CONSUME(t.Partition);
      this.CONSUME(t.By);
      this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.expression) });
    });
    this.OPTION1(() => this.SUBRULE(this.order));
    this.CONSUME(t.RoundClose);
  });
}

/**
 * A function that lexes and parses one text with Chevrotain and gives its tree; it throws when the grammar refuses the text.
 * Whoever keeps the trees of all files pays several times as much for their memory, so the benchmark lets them go.
 */
export function preparePeer(): (text: string) => CstNode {
  const lexer = new Lexer(t.TOKENS, { positionTracking: 'onlyOffset', ensureOptimizations: true });
  const parser = new PeerParser();
  return (text) => {
    const { tokens, errors } = lexer.tokenize(text);
    parser.input = tokens;
    const tree = parser.script();
    const mistake = errors[0] ?? parser.errors[0];
    if (mistake) throw new Error(`The peer refuses a file: ${mistake.message}`);
    return tree;
  };
}
