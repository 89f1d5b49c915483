import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isWebAddress,
  richTextAttributes,
  richTextClasses,
  richTextTags,
} from '#contract/platform/rich-text.ts'
import { hostilePayloads as hostileHtml } from '#server/testing/hostile-payloads.ts'
import { parseHtml } from '#server/testing/parse-html.ts'
import { cleanRichText } from './sanitize.ts'

const isKnown = (tag: string, name: string, value: string): boolean => {
  if (!(richTextAttributes[tag] ?? []).includes(name)) return false
  return name === 'href' ? isWebAddress(value) : richTextClasses.includes(value)
}

/** Returns what’s wrong with a text to be saved, as a browser reads it. */
const flawsOf = (cleaned: string | null): string[] => {
  if (cleaned === null) return []
  const parsed = parseHtml(cleaned)
  return [
    ...parsed.elements.flatMap(({ tag, attributes }) => [
      ...(richTextTags.includes(tag) ? [] : [`<${tag}>`]),
      ...Object.entries(attributes).flatMap(([name, value]) =>
        isKnown(tag, name, value) ? [] : [`${name}="${value}" of <${tag}>`],
      ),
    ]),
    ...(parsed.html === cleaned ? [] : [`a browser reads it as ${parsed.html}`]),
    ...(cleanRichText(cleaned) === cleaned ? [] : [`cleaned again it is ${cleanRichText(cleaned)}`]),
  ]
}

describe('a mention in a note', () => {
  const field = '<p>See <a href="/student/7/policy-years/3/info#field-program">Program</a></p>'
  const file = '<p><a href="/student/7/documents#document-12">card.png</a></p>'

  it('stays if it’s of the note’s own student', () => {
    expect([cleanRichText(field, { student: 7 }), cleanRichText(file, { student: 7 })]).toEqual([field, file])
  })

  it('becomes text if it’s of another student, and in every other text', () => {
    expect(cleanRichText(field, { student: 8 })).toBe('<p>See Program</p>')
    expect(cleanRichText(field)).toBe('<p>See Program</p>')
    expect(cleanRichText(file)).toBe('<p>card.png</p>')
  })

  it.each([
    '//evil',
    '//evil.example/student/7/overview#field-city',
    String.raw`/\evil`,
    '/logout',
    '/api/students/7',
    '#field-city',
    '/student/7/overview',
    '/student/7/../../logout#field-city',
    '/student/7/overview?x=1#field-city',
    '/student/7/notes#field-city',
    '&#47;/evil',
    '/student/7/overview#field-city&quot; onclick=&quot;x()',
  ])('can’t link to %s', (href) => {
    expect(cleanRichText(`<p><a href="${href}">a</a></p>`, { student: 7 })).toBe('<p>a</p>')
  })
})

describe('typed and pasted text', () => {
  it.each([
    [
      'doesn’t change if the toolbar made it',
      '<p>a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s></p>',
      null,
    ],
    ['keeps the toolbar’s headings', '<h2>a</h2><h3 class="align-right">b</h3>', null],
    ['keeps lists within lists', '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li></ul>', null],
    [
      'keeps quotes, breaks and alignment',
      '<blockquote><p class="align-center">a<br>b</p></blockquote>',
      null,
    ],
    ['keeps an empty line between two', '<p>a</p><p></p><p>b</p>', null],
    ['writes b and i as strong and em', '<p><b>a</b><i>b</i></p>', '<p><strong>a</strong><em>b</em></p>'],
    ['writes strike and del as s', '<p><strike>a</strike><del>b</del></p>', '<p><s>ab</s></p>'],
    [
      'turns the largest heading into ours, other headings into bold paragraphs',
      '<h1>a</h1><h5>b</h5>',
      '<h2>a</h2><p><strong>b</strong></p>',
    ],
    ['turns divs into paragraphs', '<div>a<section>b</section>c</div>', '<p>a</p><p>b</p><p>c</p>'],
    ['turns lines of code into paragraphs', '<pre>a\nb</pre>', '<p>a<br>b</p>'],
    [
      'keeps the text of figures and definitions',
      '<figure>a<figcaption>b</figcaption></figure><dl><dt>c<dd>d</dl>',
      '<p>a</p><p>b</p><p>c</p><p>d</p>',
    ],
    ['keeps the text around a horizontal line', 'a<hr>b', '<p>a</p><p>b</p>'],
    [
      'turns each table row into a paragraph',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tr><td>c</td><td>d</td></tr></table>',
      '<p>a b</p><p>c d</p>',
    ],
    [
      'drops images, scripts, styles with their content',
      '<p>a<img src="http://a.example/x.png"><script>b</script><style>c</style></p>',
      '<p>a</p>',
    ],
    [
      'drops frames, drawings, formulas, templates, videos',
      '<p>a</p><iframe>b</iframe><svg><text>c</text></svg><math>d</math><template>e</template><video>f</video>',
      '<p>a</p>',
    ],
    ['unwraps font, keeps its text', '<p><font color="red" face="x">a</font></p>', '<p>a</p>'],
    [
      'drops colors, sizes, IDs and data attributes',
      '<p id="a" data-b="c" style="color:red;font-size:40px" class="ql-size-huge">d</p>',
      '<p>d</p>',
    ],
    [
      'reads alignment in every notation',
      '<p style="text-align: center">a</p><p align=RIGHT>b</p><p class="ql-align-right">c</p><center>d</center>',
      '<p class="align-center">a</p><p class="align-right">b</p><p class="align-right">c</p><p class="align-center">d</p>',
    ],
    ['drops justified alignment', '<p style="text-align:justify">a</p>', '<p>a</p>'],
    [
      'keeps an allowed link with only its address',
      '<p><a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="x" title="y">a</a></p>',
      '<p><a href="https://example.com/a?b=1&amp;c=2">a</a></p>',
    ],
    [
      'keeps the text of a link that isn’t allowed',
      '<p><a href="mailto:a">a</a> <a href="/x">b</a> <a href="javascript:c">d</a></p>',
      '<p>a b d</p>',
    ],
    [
      'gives an address like www.b.edu its scheme',
      '<p><a href="www.b.edu/a">a</a></p>',
      '<p><a href="https://www.b.edu/a">a</a></p>',
    ],
    [
      'writes out the address of an email link',
      '<p><a href="mailto:a@b.edu?subject=x">Email <b>us</b></a> or <a href="mailto:c@b.edu">c@b.edu</a></p>',
      '<p>Email <strong>us</strong> (a@b.edu) or c@b.edu</p>',
    ],
    ['wraps loose text in a paragraph', 'a < b & "c"', '<p>a &lt; b &amp; "c"</p>'],
    [
      'collapses white space, keeps non-breaking spaces',
      '<p>  a \n\t b&nbsp; c </p>\n\n<p>d</p>',
      '<p>a b&nbsp; c</p><p>d</p>',
    ],
    ['wraps loose items in a list', '<li>a</li><li>b</li>', '<ul><li>a</li><li>b</li></ul>'],
    [
      'ignores empty blocks other than paragraphs',
      '<h2></h2><ul></ul><blockquote> </blockquote><p>a</p>',
      '<p>a</p>',
    ],
    [
      'closes a list and a quote at their end',
      '<ul><li>a</li></ul>b<blockquote>c</blockquote>d',
      '<ul><li>a</li></ul><p>b</p><blockquote><p>c</p></blockquote><p>d</p>',
    ],
    [
      'keeps formatting inside blocks',
      '<b><p>a</p><p>b</p></b>',
      '<p><strong>a</strong></p><p><strong>b</strong></p>',
    ],
  ])('%s', (_, html, wanted) => {
    const cleaned = cleanRichText(html)
    expect(cleaned).toBe(wanted ?? html)
    expect(flawsOf(cleaned)).toEqual([])
  })

  it.each([
    '',
    '   ',
    '<p></p>',
    '<p><br></p>',
    '<p>&nbsp;</p>',
    '<h2><strong> </strong></h2>',
    '<script>a</script>',
    '<!-- a -->',
  ])('is empty if it’s %j', (html) => expect(cleanRichText(html)).toBeNull())

  it('from Google Docs loses the outer bold and keeps other bold', () => {
    const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-8a1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:700;">Call</span><span style="font-style:italic;text-decoration:underline;"> her</span></p><br /><ol style="margin-top:0"><li dir="ltr" style="list-style-type:decimal"><p dir="ltr"><span style="font-weight:400">one</span></p></li></ol></b>`
    const cleaned = cleanRichText(html)
    expect(cleaned).toBe('<p><strong>Call</strong><em><u> her</u></em></p><ol><li><p>one</p></li></ol>')
    expect(flawsOf(cleaned)).toEqual([])
  })

  it('from Word loses its markup and keeps its lists', () => {
    const item = (level: number, mark: string, text: string): string =>
      `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level}in;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><title>x</title><style><!-- p.MsoNormal {margin:0in;} --></style></head><body lang=EN-US><!--StartFragment--><p class=MsoNormal align=center style='text-align:center'><b><span style='font-size:14.0pt'>Appeal<o:p></o:p></span></b></p>${item(1, '·', 'card')}${item(2, 'a.', 'front')}${item(2, 'b.', 'back')}${item(1, '·', 'letter')}<p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`
    const cleaned = cleanRichText(html)
    expect(cleaned).toBe(
      '<p class="align-center"><strong>Appeal</strong></p><ul><li>card<ol><li>front</li><li>back</li></ol></li><li>letter</li></ul><p>&nbsp;</p>',
    )
    expect(flawsOf(cleaned)).toEqual([])
  })

  it('from Word keeps the numbers of headings', () => {
    const html = `<h2 style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.1<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Scope</h2>`
    expect(cleanRichText(html)).toBe('<h2>1.1 Scope</h2>')
  })

  it('from Word keeps multi-part numbers', () => {
    const html = `<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.1.</span>a</p>`
    expect(cleanRichText(html)).toBe('<ol><li>a</li></ol>')
  })
})

describe('hostile text', () => {
  it('is tested in many variants', () => expect(new Set(hostileHtml).size).toBeGreaterThanOrEqual(80))

  it.each(hostileHtml.map((html): [string, string] => [html.slice(0, 80), html]))(
    'is harmless afterwards: %s',
    (_, html) => {
      expect(flawsOf(cleanRichText(html))).toEqual([])
      expect(flawsOf(cleanRichText(`<p>before</p>${html}<p>after</p>`))).toEqual([])
    },
  )
})

describe('any text', () => {
  const fragment = fc.oneof(
    fc.constantFrom(...hostileHtml.filter((html) => html.length < 300)),
    fc.constantFrom(
      ...[
        'p',
        'b',
        'i',
        'u',
        'div',
        'ul',
        'ol',
        'li',
        'h1',
        'h2',
        'blockquote',
        'a href="http://a.example/"',
        'pre',
        'td',
        'tr',
      ].flatMap((tag) => [`<${tag}>`, `</${tag.split(' ')[0]}>`]),
    ),
    fc.constantFrom(
      ' ',
      '&nbsp;',
      '<br>',
      '<',
      '>',
      '&',
      '"',
      '<p style="text-align:center">',
      '<p align=left>',
      '\n',
    ),
    fc.string({ maxLength: 12, unit: 'grapheme' }),
  )

  it('is stored in one spelling, with known tags and attributes only', () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 25 }), (parts) => {
        expect(flawsOf(cleanRichText(parts.join('')))).toEqual([])
      }),
      { numRuns: 1500, seed: 20_261_121 },
    )
  })
})

describe('pictures', () => {
  const own = '<p>a<img src="/media/a1.png" alt="The campus">b</p>'
  it('are only in texts of the student site', () => {
    expect(cleanRichText(own, { profile: 'website' })).toBe(own)
    expect(cleanRichText(own)).toBe('<p>ab</p>')
    expect(cleanRichText('<img src="/media/a.png" alt="">', { profile: 'website' })).toBe(
      '<p><img src="/media/a.png" alt=""></p>',
    )
  })
  it.each([
    'https://evil.example/a.png',
    '//evil.example/a.png',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '/media/../api/me',
    '/media/a.png?x',
    'javascript:alert(1)',
  ])('are only the school’s own: not %s', (src) => {
    expect(
      cleanRichText(`<p>x<img src="${src}" alt="y" onerror="alert(1)"></p>`, { profile: 'website' }),
    ).toBe('<p>x</p>')
  })
  it('are stored in one spelling, whatever is around them', () => {
    for (const html of hostileHtml) {
      const once = cleanRichText(`${html}<img src=/media/a.png onerror=alert(1) alt='"><script>'>`, {
        profile: 'website',
      })
      expect(cleanRichText(once ?? '', { profile: 'website' })).toBe(once)
      expect(parseHtml(once ?? '').html).toBe(once ?? '')
    }
  })
})
