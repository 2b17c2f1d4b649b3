import { LIMITS } from '@switchboard/model/limits';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, int, nullable, object, objects, string, strings } from '../../graphql/columns.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import type { AddedFactor, NewApp } from '../../identity/factors/authenticator-app.ts';
import type { Factors, PasskeyRow } from '../../identity/factors/factors.ts';
import { MAX_PASSKEYS } from '../../identity/factors/passkeys.ts';
import type { FactorOwner, FactorRefusal } from './service.ts';

const SIGNED_IN = { signedIn: true } as const;
const MAX_NAME = LIMITS.viewNameLength;

type OwnFactors = Factors & { readonly isEmbedded: boolean; readonly canAddPasskeys: boolean };
type Added = { readonly added: OwnFactors; readonly recoveryCodes: readonly string[] };
type StartedApp = Pick<NewApp, 'secret' | 'address'> & { readonly qrSize: number; readonly qrPath: string };
type StartedPasskey = { readonly creationOptions: string };

const passkeyRef = builder.objectRef<PasskeyRow>('Passkey');
const factorsRef = builder.objectRef<OwnFactors>('SignInFactors');
const addedRef = builder.objectRef<Added>('AddedFactor');
const startedAppRef = builder.objectRef<StartedApp>('NewAuthenticatorApp');
const startedPasskeyRef = builder.objectRef<StartedPasskey>('NewPasskey');

const PASSWORD = string('The password of the person, asked for again.');

function defineTypes(): void {
  defineObject(passkeyRef, {
    description: 'A passkey of the signed-in person.',
    authScopes: SIGNED_IN,
    columns: {
      id: id('Opaque identifier.'),
      name: string('Name given by the person.'),
      is_synced: boolean('Whether it exists on several devices.'),
      created: dateTime('When it was added.'),
      last_used: nullable(dateTime('When it last signed in.')),
    },
  });
  defineObject(factorsRef, {
    description: 'The factors by which the signed-in person proves who they are, besides the password.',
    authScopes: SIGNED_IN,
    isTypeOf: hasProperty('canAddPasskeys'),
    columns: {
      is_embedded: from(
        'isEmbedded',
        boolean('Whether this program signs people in. Otherwise their factors are at another identity provider.'),
      ),
      can_add_passkeys: from('canAddPasskeys', boolean('Whether passkeys work at the address of this program.')),
      authenticator_app: from(
        'authenticatorApp',
        nullable(dateTime('When the authenticator app was added; null without one.')),
      ),
      passkeys: objects(passkeyRef, `The passkeys, at most ${MAX_PASSKEYS}, the oldest first.`),
      recovery_codes: from('recoveryCodes', int('Number of recovery codes that were not used.')),
    },
  });
  defineObject(addedRef, {
    description: 'The factors after an addition, with new recovery codes.',
    authScopes: SIGNED_IN,
    isTypeOf: hasProperty('added'),
    columns: {
      factors: from('added', object(factorsRef, 'The factors.')),
      recovery_codes: from(
        'recoveryCodes',
        strings('New recovery codes, which are shown this once; empty when the former ones stay.'),
      ),
    },
  });
  defineObject(startedAppRef, {
    description: 'Setup of an authenticator app. It counts once it is confirmed by a code.',
    authScopes: SIGNED_IN,
    isTypeOf: hasProperty('qrPath'),
    columns: {
      secret: string('The secret in Base32, to be typed into the app.'),
      address: string('The otpauth: address that opens the app.'),
      qr_size: from('qrSize', int('Width and height of the QR code of the address, in units of its path.')),
      qr_path: from('qrPath', string('The dark cells of the QR code, as the path of an SVG image.')),
    },
  });
  defineObject(startedPasskeyRef, {
    description: 'Options from which the browser makes a passkey.',
    authScopes: SIGNED_IN,
    isTypeOf: hasProperty('creationOptions'),
    columns: {
      creation_options: from('creationOptions', string('PublicKeyCredentialCreationOptionsJSON of WebAuthn.')),
    },
  });
}

const MESSAGES: Readonly<Record<Exclude<FactorRefusal['kind'], 'password'>, string>> = {
  external: 'Your identity provider keeps your sign-in. Change it there.',
  app_exists: 'You have an authenticator app already. Remove it first.',
  no_factor: 'Recovery codes come with the first factor. Add an authenticator app or a passkey.',
  passkeys_full: `You have ${MAX_PASSKEYS} passkeys already. Remove one first.`,
  no_passkeys_here: 'Browsers have no passkeys at an IP address. Open the console by a host name.',
  expired: 'The secret has expired. Begin again.',
  wrong_code: 'The code is not correct. Enter the code that the app shows now.',
  passkey_refused: 'The passkey was not accepted. Begin again.',
  missing: 'You have no such passkey.',
  last_factor: 'A second factor is required here, and this is your last one. Add another one first.',
};

const refused = (refusal: FactorRefusal): Conflict =>
  new Conflict(refusal.kind === 'password' ? refusal.message : MESSAGES[refusal.kind]);

const own = ({ factors }: GraphqlContext, row: Factors): OwnFactors => ({
  ...row,
  isEmbedded: factors.isEmbedded,
  canAddPasskeys: factors.canAddPasskeys,
});

const owner = ({ session }: GraphqlContext): FactorOwner => ({ ...session.person, grantId: session.grantId ?? null });

const answer = (context: GraphqlContext, outcome: Factors | FactorRefusal): OwnFactors | Conflict =>
  'kind' in outcome ? refused(outcome) : own(context, outcome);

const answerPasskey = (context: GraphqlContext, outcome: Factors | FactorRefusal): OwnFactors | Conflict | NotFound =>
  'kind' in outcome && outcome.kind === 'missing' ? new NotFound(MESSAGES.missing) : answer(context, outcome);

function answerAdded(context: GraphqlContext, outcome: AddedFactor | FactorRefusal): Added | Conflict {
  if ('kind' in outcome) return refused(outcome);
  return { added: own(context, outcome.factors), recoveryCodes: outcome.recoveryCodes };
}

/** @throws RequestError BAD_REQUEST */
function readName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw badRequest('A passkey needs a name.');
  const problem = textProblem('The name of a passkey', trimmed, MAX_NAME);
  if (problem !== null) throw badRequest(problem);
  return trimmed;
}

function defineAppChanges(): void {
  defineMutation('start_authenticator_app', {
    authScopes: SIGNED_IN,
    description: 'Makes the secret of an authenticator app, to be confirmed by a code within 15 minutes.',
    result: changeResult('StartAuthenticatorAppResult', 'app', [startedAppRef, conflictRef]),
    args: required({ password: PASSWORD }),
    resolve: async ({ password }, context) => {
      const started = await context.factors.startApp(context.session.person, password);
      if ('kind' in started) return refused(started);
      const { qrCode, secret, address } = started;
      return { secret, address, qrSize: qrCode.size, qrPath: qrCode.path };
    },
  });
  defineMutation('confirm_authenticator_app', {
    authScopes: SIGNED_IN,
    description: 'Confirms an authenticator app by its current code. From then on signing in needs it.',
    result: changeResult('ConfirmAuthenticatorAppResult', 'list of factors', [addedRef, conflictRef]),
    args: required({ code: string('Six digits.') }),
    resolve: async ({ code }, context) => answerAdded(context, await context.factors.confirmApp(owner(context), code)),
  });
  defineMutation('remove_authenticator_app', {
    authScopes: SIGNED_IN,
    description: 'Removes the authenticator app.',
    result: changeResult('RemoveAuthenticatorAppResult', 'list of factors', [factorsRef, conflictRef]),
    args: required({ password: PASSWORD }),
    resolve: async ({ password }, context) =>
      answer(context, await context.factors.removeApp(owner(context), password)),
  });
  defineMutation('renew_recovery_codes', {
    authScopes: SIGNED_IN,
    description: 'Makes ten recovery codes in place of the former ones.',
    result: changeResult('RenewRecoveryCodesResult', 'list of factors', [addedRef, conflictRef]),
    args: required({ password: PASSWORD }),
    resolve: async ({ password }, context) =>
      answerAdded(context, await context.factors.renewRecoveryCodes(owner(context), password)),
  });
}

function definePasskeyChanges(): void {
  defineMutation('start_passkey', {
    authScopes: SIGNED_IN,
    description: 'Begins the addition of a passkey, to be ended within 10 minutes.',
    result: changeResult('StartPasskeyResult', 'passkey', [startedPasskeyRef, conflictRef]),
    args: required({ password: PASSWORD }),
    resolve: async ({ password }, context) => {
      const started = await context.factors.startPasskey(context.session.person, password);
      return typeof started === 'string' ? { creationOptions: started } : refused(started);
    },
  });
  defineMutation('add_passkey', {
    authScopes: SIGNED_IN,
    description: 'Adds the passkey that the browser has made.',
    result: changeResult('AddPasskeyResult', 'list of factors', [addedRef, conflictRef]),
    args: required({
      name: string(`1 to ${MAX_NAME} characters.`),
      response: string('RegistrationResponseJSON of WebAuthn.'),
    }),
    resolve: async ({ name, response }, context) => {
      const passkey = { name: readName(name), response };
      return answerAdded(context, await context.factors.addPasskey(owner(context), passkey));
    },
  });
  const changed = (name: string) => changeResult(name, 'list of factors', [factorsRef, notFoundRef, conflictRef]);
  defineMutation('rename_passkey', {
    authScopes: SIGNED_IN,
    description: 'Names a passkey.',
    result: changed('RenamePasskeyResult'),
    args: required({ id: id('Id of the passkey.'), name: string(`1 to ${MAX_NAME} characters.`) }),
    resolve: async (args, context) => {
      const name = readName(args.name);
      if (!UUID.test(args.id)) return new NotFound(MESSAGES.missing);
      return answerPasskey(context, await context.factors.renamePasskey(context.session.person, args.id, name));
    },
  });
  defineMutation('remove_passkey', {
    authScopes: SIGNED_IN,
    description: 'Removes a passkey.',
    result: changed('RemovePasskeyResult'),
    args: required({ id: id('Id of the passkey.'), password: PASSWORD }),
    resolve: async (args, context) => {
      if (!UUID.test(args.id)) return new NotFound(MESSAGES.missing);
      return answerPasskey(context, await context.factors.removePasskey(owner(context), args.id, args.password));
    },
  });
}

/** The factors of the signed-in person, besides the password. */
export function defineFactors(): void {
  defineTypes();
  builder.queryField('sign_in_factors', (t) =>
    t.field({
      type: factorsRef,
      authScopes: SIGNED_IN,
      description: 'The factors of the signed-in person.',
      resolve: async (_root, _args, context) => own(context, await context.factors.read(context.session.person)),
    }),
  );
  defineAppChanges();
  definePasskeyChanges();
}
