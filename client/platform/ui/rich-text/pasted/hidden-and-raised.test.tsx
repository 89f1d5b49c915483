import { describe, expect, it } from 'vitest'
import { cleanPaste } from './clean-paste.ts'

const text = (html: string): string => {
  const { body } = new DOMParser().parseFromString(cleanPaste(html), 'text/html')
  return body.textContent.replaceAll(/\s+/g, ' ').trim()
}

describe('what the source hides stays away', () => {
  it.each([
    [
      'a comment of Word',
      '<p>Your waiver is <a style="mso-comment-reference:RB_1">approved</a><span class=MsoCommentReference><span style="font-size:8pt"><a class=msocomanchor href="#_msocom_1">[RB1]</a></span></span>.</p><div style="mso-element:comment-list"><hr class=msocomoff><div style="mso-element:comment"><div class=msocomtxt><p class=MsoCommentText>parent threatened to sue</p></div></div></div>',
      'Your waiver is approved.',
    ],
    [
      'a tracked deletion',
      '<p>Approved <span class=msoDel><del>not</del></span> today</p>',
      'Approved today',
    ],
    ['hidden text of Word', '<p>Pay <span style="mso-hide:all;display:none">never</span>now</p>', 'Pay now'],
    ['a preheader', '<div style="display:none;max-height:0">Preview</div><p>Hello</p>', 'Hello'],
    ['text without a size', '<p>One<span style="font-size:0px">two</span></p>', 'One'],
    ['invisible text', '<p>One<span style="visibility: hidden">two</span></p>', 'One'],
    ['a hidden element', '<p>One<span hidden>two</span></p>', 'One'],
  ])('%s', (_what, html, shown) => {
    expect(text(html)).toBe(shown)
  })

  it.each([
    ['a struck price', '<p>Pay <del>$100</del> <ins>$200</ins></p>', 'Pay $100 $200'],
    ['small text', '<p>One <span style="font-size:0.8em">two</span></p>', 'One two'],
  ])('%s stays', (_what, html, shown) => {
    expect(text(html)).toBe(shown)
  })
})

describe('superscripts stay readable', () => {
  it.each([
    ['footnotes of amounts', '<p>$500<sup>1</sup> and $2,500<sup>2</sup></p>', '$500¹ and $2,500²'],
    ['footnotes by style', '<p>$500<span style="vertical-align:super;font-size:8pt">1</span></p>', '$500¹'],
    ['ordinals', '<p>25<sup>th</sup> of May</p>', '25th of May'],
    ['powers', '<p>10<sup>6</sup></p>', '10⁶'],
    ['letters', '<p>$500<sup>a</sup></p>', '$500[a]'],
    ['signs', '<p>$500<sup>*</sup></p>', '$500*'],
    ['subscripts', '<p>H<sub>2</sub>O</p>', 'H₂O'],
    ['footnotes of Word', '<p>$500<a href="#_ftn1"><sup>[1]</sup></a></p>', '$500[1]'],
  ])('%s', (_what, html, shown) => {
    expect(text(html)).toBe(shown)
  })
})

describe('the numbers of lists', () => {
  const item = (words: string, marker: string): string =>
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${marker}</span>${words}</p>`

  it.each([
    [
      'a list that starts at 7',
      '<ol start="7"><li>Seven</li><li>Eight</li></ol>',
      '<p>7. Seven</p><p>8. Eight</p>',
    ],
    [
      'a list of Word that starts at 4',
      item('Send', '4.') + item('Wait', '5.'),
      '<p>4. Send</p><p>5. Wait</p>',
    ],
    ['letters', '<ol type="a" start="3"><li>C</li></ol>', '<p>c. C</p>'],
    [
      'an item with its own number',
      '<ol><li value="2">Two</li><li>Three</li></ol>',
      '<p>2. Two</p><p>3. Three</p>',
    ],
    ['paragraphs in items', '<ol start="2"><li><p>Two</p><p>More</p></li></ol>', '<p>2. Two</p><p>More</p>'],
  ])('%s become text', (_what, html, clean) => {
    expect(cleanPaste(html)).toBe(clean)
  })

  it('of a list that starts at 1 stay a list', () => {
    expect(cleanPaste('<ol><li>One</li><li>Two</li></ol>')).toBe('<ol><li>One</li><li>Two</li></ol>')
    expect(cleanPaste(item('One', '1.') + item('Two', '2.'))).toMatch(/^<ol><li>.*One.*Two.*<\/ol>$/)
  })
})
