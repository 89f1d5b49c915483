import { getHTMLFromFragment, getSchema } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { richTextTags } from '#contract/rich-text.ts'
import { addPiece, cleanPieces } from './paste-pieces.ts'
import { cleanPaste } from './pasted/clean-paste.ts'

const schema = getSchema([StarterKit.configure({ heading: { levels: [2, 3] } })])

/** Blanks and breaks at the edge of a line show nothing. */
const spelled = (blocks: readonly Node[]): string =>
  getHTMLFromFragment(Fragment.fromArray([...blocks]), schema)
    .replaceAll(/(<(?:p|h2|h3)>(?:<(?!br)[a-z][^>]*>)*) +/g, '$1')
    .replaceAll(/(?: |<br>)+((?:<\/(?:strong|em|u|s|a)>)*<\/(?:p|h2|h3)>)/g, '$1')

const inPieces = (html: string) => {
  const blocks: Node[] = []
  const pieces = [...cleanPieces(html, {}, 60)]
  for (const piece of pieces) addPiece(schema, blocks, piece)
  return { pieces: pieces.length, text: spelled(blocks), html: pieces.map((piece) => piece.html).join('') }
}

const atOnce = (html: string): string => {
  const blocks: Node[] = []
  addPiece(schema, blocks, { html: cleanPaste(html), goesOn: false })
  return spelled(blocks)
}

/** What stands in a page that the whitelist does not know. */
const strange = (html: string): string[] => {
  const allowed = new Set([...richTextTags, 'b', 'i', 'strike', 'del', 'h1', 'h4', 'h5', 'h6', 'div'])
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('*')].flatMap((element) =>
    allowed.has(element.localName) &&
    element.getAttributeNames().every((name) => name === 'class' || name === 'href')
      ? []
      : [element.outerHTML],
  )
}

/** Long enough for a piece to end after a few of them. */
const words = fc
  .tuple(fc.constantFrom('plan ', 'a < b & c ', 'Prämie '), fc.integer({ min: 0, max: 15 }))
  .map(([word, times]) => word.replace('<', '&lt;').replace('& ', '&amp; ').repeat(times))
const inline = fc
  .tuple(
    fc.constantFrom(
      'b',
      'i',
      'u',
      's',
      'span',
      'font',
      'o:p',
      'a href="https://example.com/a"',
      'a href="x:y"',
    ),
    words,
  )
  .map(([tag, text]) => `<${tag}>${text}</${tag.split(' ')[0]}>`)
const line = fc.array(fc.oneof(inline, words, fc.constant('<br>'))).map((parts) => parts.join(''))
/** An item says something before it holds more: of one that does not, the editor makes two lists. */
const item = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(line, fc.option(inner, { nil: '' })).map(([text, more]) => `One ${text}${more}`)
const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3 },
    fc
      .tuple(fc.constantFrom('p', 'p class="MsoNormal"', 'h1', 'h2', 'h3', 'pre'), line)
      .map(([tag, text]) => `<${tag}>${text}</${tag.split(' ')[0]}>`),
    fc
      .tuple(fc.constantFrom('ul', 'ol'), fc.array(item(tie('block')), { minLength: 1, maxLength: 5 }))
      .map(([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('\n')}</${tag}>`),
    fc
      .tuple(
        fc.constantFrom('div', 'section', 'blockquote', 'center'),
        fc.array(tie('block'), { maxLength: 4 }),
      )
      .map(([tag, inner]) => `<${tag}>${inner.join('\r\n')}</${tag}>`),
    fc
      .array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 })
      .map(
        (rows) =>
          `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
      ),
    // lists as Word writes them, and as Google Docs does
    fc
      .array(fc.tuple(fc.constantFrom('1.', '2.', 'a)', '·', 'o'), fc.integer({ min: 1, max: 4 }), line), {
        minLength: 1,
        maxLength: 8,
      })
      .map((lines) =>
        lines
          .map(
            ([marker, level, text]) =>
              `<p style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${marker} </span>One ${text}</p>`,
          )
          .join('\r\n'),
      ),
    fc
      .tuple(item(tie('block')), item(tie('block')))
      .map(([one, other]) => `<ul><li>${one}</li><ol><li>${other}</li></ol></ul>`),
    fc
      .tuple(fc.constantFrom('font-weight:bold', 'text-align:right', 'text-indent:1in'), tie('block'), line)
      .map(([style, inner, text]) => `<div style="${style}">${text}${inner}</div>`),
    fc.constant('<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]-->'),
  ),
}))
const page = fc.array(fc.oneof(block, line), { maxLength: 10 }).map((parts) => parts.join('\n'))

describe('a long text that is pasted in pieces', () => {
  test('is the same as it would be at once, whatever it is', () => {
    let most = 0
    fc.assert(
      fc.property(page, (html) => {
        const { pieces, text } = inPieces(html)
        most = Math.max(most, pieces)
        expect(text).toEqual(atOnce(html))
      }),
      { numRuns: 40 },
    )
    // the texts are cut at all
    expect(most).toBeGreaterThan(3)
  })

  test('holds nothing that the whitelist does not', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            block,
            fc.constantFrom(
              '<img src=x onerror=x()>',
              '<svg onload=x()>',
              '<plaintext>',
              '<math><mtext><p>',
              '<p onclick="x()" style="color:red">a',
              '<style><p>',
            ),
          ),
        ),
        (parts) => {
          const { html } = inPieces(parts.join(''))
          expect(strange(html)).toEqual([])
        },
      ),
      { numRuns: 25 },
    )
  })

  test('tells how far it is', () => {
    const shares = [...cleanPieces(`<p>${'word '.repeat(2000)}</p>`.repeat(10))].map(({ share }) => share)
    expect(shares.length).toBeGreaterThan(5)
    expect(shares).toEqual([...shares].sort((one, other) => one - other))
    expect(shares.at(-1)).toBe(1)
  })
})
