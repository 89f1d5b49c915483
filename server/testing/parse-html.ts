import { createRequire } from 'node:module'

/** As much of a parsed element as tests look at. */
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

// jsdom brings no types; this is the part of it that is used
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (text?: string, options?: { readonly contentType: string }) => Dom
}
const { body } = new JSDOM().window.document

/** What a browser makes of HTML: the elements in order, and the HTML as it would write it. */
export const parseHtml = (html: string): { elements: ParsedElement[]; html: string } => {
  body.innerHTML = html
  const elements = [...body.querySelectorAll('*')].map(({ localName, attributes }) => ({
    tag: localName,
    attributes: Object.fromEntries([...attributes].map(({ name, value }): [string, string] => [name, value])),
  }))
  return { elements, html: body.innerHTML }
}

/** What a browser makes of a drawing: its elements in order. @throws where it is no well-formed XML */
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
