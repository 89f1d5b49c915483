import { describe, expect, test } from 'vitest'
import { cleanForEditor, cleanRichText } from './clean.ts'
import { cleanPaste } from './pasted/clean-paste.ts'

describe('shown text', () => {
  test.each([
    [
      '<p>Plain <strong>and</strong> <em>strong</em></p>',
      '<p>Plain <strong>and</strong> <em>strong</em></p>',
    ],
    ['<p class="align-center evil">Middle</p>', '<p class="align-center">Middle</p>'],
    ['<p style="color:red" onclick="x()">Red</p>', '<p>Red</p>'],
    ['<a href="javascript:x()">press</a>', '<a>press</a>'],
    ['<a href="https://example.com/a" target="_top">go</a>', '<a href="https://example.com/a">go</a>'],
    ['<img src=x onerror=x()><svg onload=x()></svg>', ''],
    ['<script>x()</script><p>after</p>', '<p>after</p>'],
    ['<math><mtext><style><img src=x onerror=x()></style></mtext></math>', ''],
  ])('%s', (stored, shown) => {
    expect(cleanRichText(stored)).toBe(shown)
  })
})

describe('text that the editor reads', () => {
  test.each([
    '<h2 class="align-center">a</h2><ul><li>b<ol><li><p>c<br>d</p></li></ol></li></ul>',
    '<p>1 &lt; 2 <a href="https://example.com/a?b=1&amp;c">a</a><img src="/media/a.png" alt="A card"></p>',
  ])('is what the server wrote: %s', (html) => expect(cleanForEditor(html, { profile: 'plain' })).toBe(html))
  test.each([
    ['<form><input name=childNodes><p>x</p></form>', '<p>x</p>'],
    ['<p>x</p><img name="body" src="/media/a.png" alt="x">', '<p>x</p>'],
    ['<p onclick="x()">x</p>', '<p>x</p>'],
    ['<P ID=root>x</P>', '<p>x</p>'],
    ['<p>x</p><!-- <form> -->', '<p>x</p>'],
  ])('is clean, whoever wrote it: %s', (html, clean) => expect(cleanForEditor(html)).toBe(clean))
})

describe('pasted text', () => {
  test('the rows of a table become lines', () => {
    const html = '<table><tr><td>One</td><td> Two </td></tr><tr><td>Three</td></tr></table>'
    expect(cleanPaste(html)).toBe('<p>One: Two</p><p>Three</p>')
  })
  test('of a Word text only words and emphasis remain', () => {
    const html =
      '<p class="MsoNormal" style="mso-fareast-language:EN"><b>Called</b> about the <span lang="EN-US">card</span><o:p></o:p></p>'
    expect(cleanPaste(html)).toBe('<p><b>Called</b> about the card</p>')
  })
})

describe('a mention', () => {
  const mention = '<p><a href="/student/7/documents#document-12">card.png</a></p>'
  test('links into the record of the note’s own student, shown and pasted', () => {
    expect([cleanRichText(mention, { student: 7 }), cleanPaste(mention, { student: 7 })]).toEqual([
      mention,
      mention,
    ])
  })
  test('has no link in another student’s note, or outside a note', () => {
    const text = '<p><a>card.png</a></p>'
    expect([cleanRichText(mention, { student: 8 }), cleanPaste(mention, { student: 8 })]).toEqual([
      text,
      text,
    ])
    expect([cleanRichText(mention), cleanPaste(mention)]).toEqual([text, text])
  })
  test.each([
    '//evil',
    String.raw`/\evil`,
    '/logout',
    '/student/7',
    '/student/7/notes#field-city',
    '#field-city',
  ])('is none at %s', (href) => {
    expect(cleanRichText(`<p><a href="${href}">a</a></p>`, { student: 7 })).toBe('<p><a>a</a></p>')
    expect(cleanPaste(`<p><a href="${href}">a</a></p>`, { student: 7 })).toBe('<p><a>a</a></p>')
  })
})
