import { fillTemplate, type Parameters, type PlanValue } from './plan.ts';

/** Description of a parameter of a declaration or of a connector. It feeds checks, completion, docs and forms. */
export type ParameterSpec = {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'strings' | 'integers' | 'object';
  readonly required: boolean;
  readonly default?: PlanValue;
  /** One sentence: what it means and its unit. */
  readonly doc: string;
  readonly allowed?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** A single value may stand for a list of one. */
  readonly single?: boolean;
  /** Group of parameters of which exactly one (or at most one, when none is required) may be given. */
  readonly group?: string;
  /** Checked as: `regex` and `pattern` by RE2, `timezone` as an IANA name, `template` for `{YYYY}` tokens. */
  readonly syntax?: 'regex' | 'pattern' | 'timezone' | 'datetime_pattern' | 'template' | 'url';
};

/** The compiler's description of a connector: plain data, published by the connector itself. */
export type ConnectorSpec = {
  readonly name: string;
  readonly displayName: string;
  /** Types of key it takes; empty when it needs none. */
  readonly keyTypes: readonly string[];
  readonly keyRequired: boolean;
  /** Still works, but scripts should move on, to `replacement` where there is one. */
  readonly deprecated?: boolean;
  readonly replacement?: string;
  /** For a preset of a provider: the documentation page that it was written from. */
  readonly documentation?: string;
  readonly source?: {
    readonly parameters: readonly ParameterSpec[];
    /** Its files are listed and probed for, rather than requested for each report date. */
    readonly listsFiles?: boolean;
    /** Asks for report dates by itself: a download from it has them, though no parameter names one. */
    readonly isDated?: boolean;
  };
  readonly destination?: {
    readonly parameters: readonly ParameterSpec[];
    readonly modes: readonly string[];
    /** Description of each mode, one sentence each. */
    readonly modeDocs?: Readonly<Record<string, string>>;
    /** Template that shows a destination to people, over its parameters: "postgres · {schema}.{table}". */
    readonly shownAs: string;
    /** Absent where tests never write. */
    readonly container?: DestinationContainer;
  };
};

/** The schema, folder or the like that a destination writes into, as the test places of a key name it. */
export type DestinationContainer = {
  /** The word for it: a schema, dataset or folder. */
  readonly noun: string;
  /** The parameters that name it, joined by dots; the last one must have a value. */
  readonly parameters: readonly string[];
  /** The parameter that names what is replaced in it, where that is not among them. */
  readonly object?: string;
  /** How a test place covers it: by the same name, as a folder above it, or as the beginning of its name. */
  readonly coveredBy: 'name' | 'folder' | 'prefix';
  /** Further places that a delivery writes into, such as the one where rows wait to be loaded. A test place covers each, too. */
  readonly staging?: readonly StagingPlace[];
};

/** A place where rows lie while a delivery runs. */
export type StagingPlace = {
  readonly noun: string;
  readonly parameter: string;
  /** How a test place covers it: by the same name, or as this folder or one above it. */
  readonly coveredBy: 'name' | 'folder';
};

/** Everything outside the script that a compilation may read. */
export type Catalog = {
  readonly connectors: readonly ConnectorSpec[];
  readonly keys: readonly {
    /**
     * Stable identifier in plans, independent of the name. Absent where keys have only names, as on the command line.
     */
    readonly id?: string;
    readonly name: string;
    readonly type: string;
    readonly status: 'active' | 'suspended' | 'archived';
    /** Names that it had before and that no other key has taken since: scripts may still use them. */
    readonly formerNames?: readonly string[];
  }[];
};

/**
 * A destination as people see it, for one report date: its `shownAs` with parameters and dates filled in. A scheme such as
 * s3:// is left out, since the connector's name says the same.
 */
export function describeDestination(
  { destination }: Pick<ConnectorSpec, 'destination'>,
  parameters: Parameters,
  name: string,
  reportDate: string | null,
): string {
  const specs = new Map(destination?.parameters.map((spec) => [spec.name, spec]));
  return (destination?.shownAs ?? '').replace(/\{(\w+)\}(\.?)/g, (_, parameter: string, dot: string) => {
    const spec = specs.get(parameter);
    const given = parameters[parameter] ?? spec?.default;
    const value = typeof given === 'string' ? given : '';
    // A part that the server chooses is not shown.
    if (value === '') return '';
    const shown = spec?.syntax === 'template' ? fillTemplate(value, reportDate, { name }) : value;
    return (spec?.syntax === 'template' ? shown.replace(/^\w+:\/\//, '') : shown) + dot;
  });
}
