import { expect, test } from 'vitest'
import { paragraphsOf } from './paragraphs.ts'

test.each([
  ['', ''],
  [' \n\n ', ''],
  ['Called.', '<p>Called.</p>'],
  ['Called.\n\n Will call back. ', '<p>Called.</p><p>Will call back.</p>'],
  ['a < b & <script>', '<p>a &lt; b &amp; &lt;script&gt;</p>'],
])('%j becomes %j', (text, html) => {
  expect(paragraphsOf(text)).toBe(html)
})
