import { describe, expect, it } from 'vitest'
import { hostileHtml } from '#server/testing/hostile-html.ts'
import { measureMarkup, limitExceeded } from './measure-markup.ts'

describe('markup is measured before it’s parsed', () => {
  it.each([
    ['words alone', 0, 0],
    ['<p>a<p>b<p>c', 3, 1],
    ['<ul><li>a<li>b<ul><li>c</ul><li>d</ul>', 6, 4],
    ['<table><tr><td>a<td>b<tr><td>c</table>', 6, 3],
    ['a<br>b<hr><img src=x>', 3, 0],
    ['<b><i>a</b></i><b>c</b>', 3, 2],
    ['</p></p>a < b', 0, 0],
    ['<P CLASS="a"><Strong>a</STRONG></p>', 2, 2],
  ])('%s', (html, tags, nesting) => expect(measureMarkup(html)).toEqual({ tags, nesting }))

  it.each([
    ['<g><path d="M0"/><path d="M1" /></g>', 3, 1],
    ['<g><p><p></p></p></g>', 3, 3],
  ])('as XML: %s', (xml, tags, nesting) => expect(measureMarkup(xml, 'xml')).toEqual({ tags, nesting }))

  it('is rejected beyond 50 levels or 10,000 tags, not before', () => {
    const nested = (levels: number) => measureMarkup('<s>'.repeat(levels) + 'a' + '</s>'.repeat(levels))
    const long = (tags: number) => measureMarkup('<p>a</p>'.repeat(tags))
    expect([nested(50), long(10_000)].map(limitExceeded)).toEqual([null, null])
    expect(limitExceeded(nested(51))).toMatch(/nested more than 50 levels/)
    expect(limitExceeded(long(10_001))).toMatch(/more than 10,000 pieces of formatting/)
  })

  it.each([
    ['<p title="<s>"><!-- <b> --><script><i></script>', 5],
    ['<s "><s><s>', 3],
    ['<s =">\'<s/x="<s>', 3],
  ])('includes hidden tags: %s', (html, tags) => expect(measureMarkup(html).tags).toBe(tags))

  it('doesn’t reject what people paste', () => {
    const refused = hostileHtml.filter(
      (html) => html.length < 2000 && limitExceeded(measureMarkup(html)) !== null,
    )
    expect(refused).toEqual([])
  })
})
