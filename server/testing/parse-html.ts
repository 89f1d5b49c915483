import { createRequire } from 'node:module'

/** The parts of a parsed element that tests use. */
export interface ParsedElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
}

interface DomElement {
  readonly localName: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
}
interface Dom {
  readonly window: {
    readonly document: {
      readonly doctype: object | null
      querySelectorAll(
        all: '*',
      ): Iterable<DomElement & { readonly namespaceURI: string | null; readonly nodeName: string }>
      readonly body: { innerHTML: string; querySelectorAll(all: '*'): Iterable<DomElement> }
    }
  }
}

// jsdom has no types; this is the part that's used
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (text?: string, options?: { readonly contentType: string }) => Dom
}
const { body } = new JSDOM().window.document

/** Parses HTML as a browser does: the elements in order, and the serialized HTML. */
export const parseHtml = (html: string): { elements: ParsedElement[]; html: string } => {
  body.innerHTML = html
  const elements = [...body.querySelectorAll('*')].map(({ localName, attributes }) => ({
    tag: localName,
    attributes: Object.fromEntries([...attributes].map(({ name, value }): [string, string] => [name, value])),
  }))
  return { elements, html: body.innerHTML }
}

/** Parses an SVG as a browser does: its elements in order. @throws if it isn’t well-formed XML */
export const parseSvg = (drawing: string) => {
  const { document } = new JSDOM(drawing, { contentType: 'image/svg+xml' }).window
  return {
    hasDoctype: document.doctype !== null,
    elements: [...document.querySelectorAll('*')].map(({ namespaceURI, nodeName, attributes }) => ({
      tag: nodeName,
      isSvg: namespaceURI === 'http://www.w3.org/2000/svg',
      attributes: [...attributes].map(({ name, value }) => ({ name, value })),
    })),
  }
}
