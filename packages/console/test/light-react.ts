// Imported before anything else that loads React: replaces how its development build creates elements, and its waits.
import { createRequire } from 'node:module';

type Key = string | number | undefined;
type Props = Record<string, unknown> & { readonly key?: Key };
type Runtime = Record<string, (type: unknown, config: Props, key?: Key, isStatic?: boolean) => unknown>;
type CreateElement = (type: unknown, config: Props | null, ...children: readonly unknown[]) => unknown;

const ELEMENT = Symbol.for('react.transitional.element');
const requireModule = createRequire(import.meta.url);
/** Named in the component stack of a message, in place of where an element was created. */
const stack = new Error('react-stack-top-frame');

/**
 * An element as React renders it. The development build defines six hidden properties of each element with a call each, freezes it and
 * its props, and notes where it was created. That is a quarter of the time of a test.
 */
const buildElement = (type: unknown, key: string | null, props: Props) => ({
  $$typeof: ELEMENT,
  type,
  key,
  ref: props['ref'] ?? null,
  props,
  _owner: null,
  _store: { validated: 0 },
  _debugInfo: null,
  _debugStack: stack,
  _debugTask: null,
});

/** React warns of the children of a list without keys; children that are written one by one need none. */
function markValidated(child: unknown): void {
  if (typeof child !== 'object' || child === null) return;
  const { $$typeof, _store } = child as Partial<ReturnType<typeof buildElement>>;
  if ($$typeof === ELEMENT && _store !== undefined) _store.validated = 1;
}

function withoutKey(config: Props): Props {
  const { key: _, ...props } = config;
  return props;
}

function createJsx(type: unknown, config: Props, key: Key, isStatic: boolean): unknown {
  const { children } = config;
  if (isStatic && Array.isArray(children)) children.forEach(markValidated);
  else markValidated(children);
  const given = config.key === undefined ? key : config.key;
  return buildElement(type, given === undefined ? null : `${given}`, 'key' in config ? withoutKey(config) : config);
}

const createElement: CreateElement = (type, config, ...children) => {
  children.forEach(markValidated);
  const { key, ...props } = config ?? {};
  if (children.length > 0) props['children'] = children.length === 1 ? children[0] : children;
  const defaults = (type as { readonly defaultProps?: Props } | null)?.defaultProps ?? {};
  for (const [name, value] of Object.entries(defaults)) props[name] = props[name] === undefined ? value : props[name];
  return buildElement(type, key === undefined ? null : `${key}`, props);
};

const runtime = requireModule('react/jsx-runtime') as Runtime;
runtime['jsx'] = (type, config, key) => createJsx(type, config, key, false);
runtime['jsxs'] = (type, config, key) => createJsx(type, config, key, true);
const developmentRuntime = requireModule('react/jsx-dev-runtime') as Runtime;
developmentRuntime['jsxDEV'] = (type, config, key, isStatic = false) => createJsx(type, config, key, isStatic);
(requireModule('react') as { createElement: CreateElement }).createElement = createElement;

// React shows a part of the page that was loaded no sooner than 300 ms after the part before, by a timer of its own. Its scheduler keeps
// the real one.
createRequire(requireModule.resolve('react-dom'))('scheduler');
const { setTimeout: start } = globalThis;
Object.assign(globalThis, { setTimeout: (run: () => void) => start(run) });
requireModule('react-dom/client');
Object.assign(globalThis, { setTimeout: start });
