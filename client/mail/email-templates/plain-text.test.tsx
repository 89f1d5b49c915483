import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fallbackLimit, splitTokens, writeToken } from '#contract/mail/email-templates/merge.ts'
import { mergeFieldsOf } from '#contract/setup/schools/email-kinds.ts'
import { piecesOfText, readField, writeField } from '#client/platform/ui/rich-text/merge-field-syntax.ts'
import { plainTextOf } from './plain-text.ts'

test.each([
  ['<p>Hello {{student.first_name|there}},</p><p>Bye</p>', 'Hello {{student.first_name|there}},\n\nBye'],
  ['<h2>One</h2><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
  ['<p>A</p><ul><li>B</li><li><p>C &amp; D</p></li></ul><p>E</p>', 'A\n\n- B\n- C & D\n\nE'],
  ['<ol><li>B</li><li>C<ul><li>D</li></ul></li></ol>', '1. B\n2. C\n- D'],
  ['<blockquote><p>A</p><p>B</p></blockquote>', '> A\n\n> B'],
  ['<p>See <a href="https://example.com/a">the site</a></p>', 'See the site (https://example.com/a)'],
  ['<p><a href="https://example.com">https://example.com</a></p>', 'https://example.com'],
  ['', ''],
])('%s as plain text', (html, text) => expect(plainTextOf(html)).toBe(text))

// the editor can’t import the module’s contract: both must read the same fields
test('the editor shows exactly the fields that the contract reads, with the same fallback', () => {
  const fallback = fc.string({ maxLength: fallbackLimit, unit: 'grapheme' }).map((text) =>
    text
      .replaceAll(/[{}<>|]/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, fallbackLimit)
      .trim(),
  )
  const name = fc.constantFrom(...mergeFieldsOf('waiver_declined').map((field) => field.name))
  fc.assert(
    fc.property(name, fallback, fc.constantFrom('Hi ', '{', '}} ', ''), (field, words, before) => {
      const token = { name: field, fallback: words === '' ? null : words }
      const written = writeToken(token)
      expect(writeField(token)).toBe(written)
      expect(readField(written)).toEqual(token)
      const text = `${before}${written} end`
      const shown = piecesOfText(text).filter(({ isField }) => isField)
      const read = splitTokens(text).flatMap((part) => ('token' in part ? [writeToken(part.token)] : []))
      expect(shown.map((piece) => piece.text)).toEqual(read)
    }),
  )
})
