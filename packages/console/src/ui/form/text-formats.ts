import { keyProblem } from '@switchboard/model/key-types/key-problems';
import { clientEmailOf, serviceAccountProblem } from '@switchboard/model/service-account';

/** Required format of a field with several lines. */
export type TextFormat = 'pem' | 'service-account' | 'xml';

type FieldName = { readonly name: string; readonly label: string };

type FormatRule = {
  /** The kind of file, for labels: "Choose a PEM file". */
  readonly file: string;
  /** File names and media types that the file picker offers. */
  readonly accept: string;
  /** Returns the problem of a text; null when it is of the format. */
  readonly problem: (text: string, field: FieldName) => string | null;
  /** Returns the public facts of a valid text. */
  readonly facts: (text: string) => readonly { readonly label: string; readonly value: string }[];
};

const PEM = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+-----END \1-----/;

/** The formats of texts, which a person pastes, drops as a file or chooses as one. */
export const TEXT_FORMATS: Readonly<Record<TextFormat, FormatRule>> = {
  pem: {
    file: 'PEM file',
    accept: '.pem,.key,.crt,.cer,.pub,application/x-pem-file,application/pkix-cert,text/plain',
    problem: (text, field) => (PEM.test(text) ? null : keyProblem('pem_not_valid', field).message),
    facts: (text) => {
      const kind = PEM.exec(text)?.[1];
      return kind === undefined ? [] : [{ label: 'Contents', value: kind.toLowerCase().replaceAll('rsa', 'RSA') }];
    },
  },
  'service-account': {
    file: 'JSON file',
    accept: '.json,application/json',
    problem: (text, field) => {
      const problem = serviceAccountProblem(text);
      return problem === null ? null : keyProblem(problem, field).message;
    },
    facts: (text) => {
      const email = clientEmailOf(text);
      return email === null ? [] : [{ label: 'Client email', value: email }];
    },
  },
  xml: {
    file: 'metadata file',
    accept: '.xml,application/xml,text/xml,application/samlmetadata+xml',
    problem: (text, field) => (text.trim().startsWith('<') ? null : `${field.label} must be an XML document.`),
    facts: (text) => {
      const name = /entityID\s*=\s*["']([^"']{1,300})["']/.exec(text)?.[1];
      return name === undefined ? [] : [{ label: 'Provider', value: name }];
    },
  },
};
