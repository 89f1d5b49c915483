/** A token of HTML from `sanitize-html`: balanced, lower case, attributes in double quotes, text escaped. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly tag: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly kind: 'close'; readonly tag: string }

const piece = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"]*")*) ?\/?>|([^<]+)|</g
const attribute = / ([a-z]+)="([^"]*)"/g

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decode = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot);/g, (whole, name: string) => entities[name] ?? whole)

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name = '', value = '']): [string, string] => [name, decode(value)]),
  )

const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/** Yields the tokens of balanced HTML in order. Void tags open and close at once. */
export function* tokensOf(html: string): Generator<Token> {
  for (const [whole, slash, tag, attributes = '', text] of html.matchAll(piece)) {
    if (tag === undefined) yield { kind: 'text', text: decode(text ?? whole) }
    else if (slash === '/') yield { kind: 'close', tag }
    else {
      yield { kind: 'open', tag, attributes: attributesOf(attributes) }
      if (voidTags.has(tag)) yield { kind: 'close', tag }
    }
  }
}
