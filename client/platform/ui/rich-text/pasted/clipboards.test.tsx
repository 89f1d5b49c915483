import { getHTMLFromFragment, getSchema } from '@tiptap/core'
import { DOMParser as Reader } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { describe, expect, test } from 'vitest'
import { Alignment } from '../alignment.ts'
import { cleanPaste, cleanPasteInTurns } from './clean-paste.ts'
import { leftOutText } from './left-out.ts'

const link = { HTMLAttributes: { target: null, rel: null, class: null } }
const schema = getSchema([StarterKit.configure({ heading: { levels: [2, 3] }, link }), Alignment])

/** Returns what the editor reads, without the trailing line breaks that browsers add. */
const read = (clean: string): string => {
  const { body } = new DOMParser().parseFromString(clean, 'text/html')
  for (const line of body.querySelectorAll('br'))
    if (!line.nextSibling && line.parentElement?.matches('ul, ol, div, p, h2, h3, blockquote')) line.remove()
  const { content } = Reader.fromSchema(schema).parse(body)
  // an item in the editor is a paragraph too
  return getHTMLFromFragment(content, schema).replaceAll(/<li><p>(.*?)<\/p>/g, '<li>$1')
}

/** Returns the editor's content; a long text gives the same. */
const pasted = async (html: string): Promise<string> => {
  const atOnce = read(cleanPaste(html))
  expect(read(await cleanPasteInTurns(html))).toBe(atOnce)
  return atOnce
}

const wordHead = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15"><link rel=File-List href="file:///C:/Users/x/AppData/clip_filelist.xml"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- /* List Definitions */ @list l0:level1 {mso-level-number-format:bullet;} p.MsoNormal {margin:0in;} --></style><!--[if gte mso 10]><style>table.MsoNormalTable {mso-style-name:"Table Normal";}</style><![endif]--></head>
<body lang=EN-US style='tab-interval:.5in;word-wrap:break-word'><!--StartFragment-->`
const word = (body: string): string =>
  `${wordHead}\r\n\r\n${body}\r\n\r\n<!--EndFragment--></body>\r\n</html>`

const normal = (text: string, style = ''): string =>
  `<p class=MsoNormal style='margin-bottom:8.0pt;${style}'>${text}<o:p></o:p></p>`

const item = (text: string, level: number, marker: string, { list = 'l0 lfo1' } = {}): string => {
  const [id, override] = list.split(' ')
  return `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level / 2}in;mso-add-space:auto;\r\ntext-indent:-.25in;mso-list:${id} level${level} ${override}'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:\r\nIgnore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`
}
const items = (...lines: readonly (readonly [string, number, string])[]): string =>
  lines.map(([text, level, marker]) => item(text, level, marker)).join('\r\n\r\n')

describe('from Word', () => {
  test('paragraphs with a drawn marker become lists with the same levels', async () => {
    const html = word(
      normal('You need:') +
        items(
          ['a card', 1, '·'],
          ['the <b style="mso-bidi-font-weight:normal">front</b>', 2, 'o'],
          ['in colour', 3, '§'],
          ['the back', 2, 'o'],
          ['a letter', 1, '·'],
        ) +
        normal('That is all.'),
    )
    expect(await pasted(html)).toBe(
      '<p>You need:</p><ul><li>a card<ul><li>the <strong>front</strong><ul><li>in colour</li></ul></li><li>the back</li></ul></li><li>a letter</li></ul><p>That is all.</p>',
    )
  })

  test.each(['1. 2.', 'a) b)', '(i) (ii)', 'A. B.', '1.1. 1.2.', '1) 2)'])(
    '%s are numbers',
    async (markers) => {
      const [one = '', two = ''] = markers.split(' ')
      expect(await pasted(word(items(['One', 1, one], ['Two', 1, two])))).toBe(
        '<ol><li>One</li><li>Two</li></ol>',
      )
    },
  )

  test('numbers within bullets, and bullets within numbers', async () => {
    const html = word(
      items(['A', 1, '1.'], ['B', 2, '·'], ['C', 2, '·'], ['D', 1, '2.'], ['E', 2, 'a.'], ['F', 2, 'b.']),
    )
    expect(await pasted(html)).toBe(
      '<ol><li>A<ul><li>B</li><li>C</li></ul></li><li>D<ol><li>E</li><li>F</li></ol></li></ol>',
    )
  })

  test('numbering that restarts starts a new list, at any level', async () => {
    expect(await pasted(word(items(['A', 1, '1.'], ['B', 1, '2.'], ['C', 1, '1.'], ['D', 1, '2.'])))).toBe(
      '<ol><li>A</li><li>B</li></ol><ol><li>C</li><li>D</li></ol>',
    )
    expect(await pasted(word(items(['A', 1, '1.'], ['B', 2, 'a.'], ['C', 2, 'a.'], ['D', 1, '2.'])))).toBe(
      '<ol><li>A<ol><li>B</li></ol><ol><li>C</li></ol></li><li>D</li></ol>',
    )
  })

  test('a paragraph ends a bulleted list, and a numbered list that doesn’t continue', async () => {
    const bullets = items(['A', 1, '·']) + normal('Between.') + items(['B', 1, '·'])
    expect(await pasted(word(bullets))).toBe('<ul><li>A</li></ul><p>Between.</p><ul><li>B</li></ul>')
    const anew = items(['A', 1, '1.']) + normal('Between.') + items(['B', 1, '1.'])
    expect(await pasted(word(anew))).toBe('<ol><li>A</li></ol><p>Between.</p><ol><li>B</li></ol>')
    const another = items(['A', 1, '1.']) + normal('Between.') + item('B', 1, '4.', { list: 'l1 lfo2' })
    expect(await pasted(word(another))).toBe('<ol><li>A</li></ol><p>Between.</p><p>4. B</p>')
  })

  test('paragraphs within continued numbering belong to the item before them', async () => {
    const html =
      items(['A', 1, '1.'], ['B', 1, '2.']) + normal('Of B.') + items(['C', 1, '3.'], ['D', 2, 'a.'])
    expect(await pasted(word(html))).toBe(
      '<ol><li>A</li><li>B<p>Of B.</p></li><li>C<ol><li>D</li></ol></li></ol>',
    )
    const headed = `${items(['A', 1, '1.'])}<h2>Between</h2>${items(['B', 1, '2.'])}`
    expect(await pasted(word(headed))).toBe('<ol><li>A</li></ol><h2>Between</h2><p>2. B</p>')
  })

  test('the other paragraphs of an item belong to it', async () => {
    const second = `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in'>More of A.<o:p></o:p></p>`
    expect(await pasted(word(items(['A', 1, '·']) + second + items(['B', 1, '·'])))).toBe(
      '<ul><li>A<p>More of A.</p></li><li>B</li></ul>',
    )
  })

  test('part of a list that starts at a deep level has no empty bullets', async () => {
    expect(await pasted(word(items(['A', 3, '§'], ['B', 3, '§'], ['C', 1, '·'], ['D', 3, '§'])))).toBe(
      '<ul><li>A</li><li>B</li></ul><ul><li>C<ul><li>D</li></ul></li></ul>',
    )
  })

  test('numbered headings keep their number as text; page breaks and bookmarks are removed', async () => {
    const html = `<h2 style='margin-left:.3in;text-indent:-.3in;mso-list:l2 level2 lfo3'><a name="_Toc1"><![if !supportLists]><span style='mso-list:Ignore'>1.1<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Scope</a></h2><span style='font-size:11.0pt'><br clear=all style='mso-special-character:line-break;page-break-before:always'></span>${normal('Text.')}`
    expect(await pasted(word(html))).toBe('<h2>1.1 Scope</h2><p>Text.</p>')
  })

  test('Word for Mac, with comments around markers, and formatting by style', async () => {
    const html = word(
      `<h1 align=center style='text-align:center'>Appeal</h1><p class=MsoNormal align=right style='text-align:right'><span style='font-weight:bold;text-decoration:line-through'>old</span> <i style='mso-bidi-font-style:normal'>new</i></p><p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span lang=EN-GB style='mso-bidi-font-family:Calibri'><span style='mso-list:Ignore'>1.<span style='font:7.0pt &quot;Times New Roman&quot;'>&nbsp;&nbsp; </span></span></span><!--[endif]--><span lang=EN-GB>One</span></p>`,
    )
    expect(await pasted(html)).toBe(
      '<h2 class="align-center">Appeal</h2><p class="align-right"><strong><s>old</s></strong> <em>new</em></p><ol><li>One</li></ol>',
    )
  })

  test('an indented first line starts with an em space; a hanging one doesn’t', async () => {
    expect(await pasted(word(normal('In.', 'text-indent:.5in') + normal('Out.', 'text-indent:-.5in')))).toBe(
      '<p>\u2003In.</p><p>Out.</p>',
    )
  })

  test('a table row becomes a line like “Deadline: Fee” with its formatting; a one-cell layout table doesn’t', async () => {
    const cell = (text: string) => `<td width=208 style='border:solid 1.0pt'>${normal(text)}</td>`
    const rows = `<tr style='mso-yfti-irow:0'>${cell('<b>Tier</b>')}${cell('Premium')}</tr><tr>${cell('One')}${cell('<a href="https://example.com/a">$10</a>')}</tr>`
    expect(await pasted(word(`<table class=MsoTableGrid border=1><thead>${rows}</thead></table>`))).toBe(
      '<p><strong>Tier</strong>: Premium</p><p>One: <a href="https://example.com/a">$10</a></p>',
    )
    const layout = `<table><tr><td>${normal('Dear student,')}${items(['A', 1, '·'], ['B', 1, '·'])}</td></tr></table>`
    expect(await pasted(word(layout))).toBe('<p>Dear student,</p><ul><li>A</li><li>B</li></ul>')
  })
})

describe('from Word in a browser', () => {
  const run = (text: string): string =>
    `<p class="Paragraph SCXW1 BCX0" style="margin: 0px; font-weight: normal; text-align: left;"><span data-contrast="auto" class="TextRun SCXW1 BCX0" style="font-size: 11pt; font-weight: normal;"><span class="NormalTextRun SCXW1 BCX0">${text}</span></span><span class="EOP SCXW1 BCX0" data-ccp-props="{&quot;201341983&quot;:0}">&nbsp;</span></p>`
  const single = (tag: string, text: string, level: number, start = 1): string =>
    `<div class="ListContainerWrapper SCXW1 BCX0" style="margin: 0px;"><${tag} class="BulletListStyle1 SCXW1 BCX0" role="list" start="${start}" style="list-style-type: disc;"><li data-leveltext="%1." data-font="Symbol" data-listid="1" data-aria-posinset="${start}" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr SCXW1 BCX0">${run(text)}</li></${tag}></div>`
  const paragraph = (text: string): string => `<div class="OutlineElement Ltr SCXW1 BCX0">${run(text)}</div>`

  test('a list around each item becomes one list', async () => {
    const html =
      paragraph('Bring:') +
      single('ul', 'A', 1) +
      single('ul', 'B', 2) +
      single('ol', 'C', 1) +
      single('ol', 'D', 1, 2) +
      paragraph('Of D.') +
      single('ol', 'E', 1, 3)
    expect(await pasted(html)).toBe(
      '<p>Bring:</p><ul><li>A<ul><li>B</li></ul></li></ul><ol><li>C</li><li>D<p>Of D.</p></li><li>E</li></ol>',
    )
  })
})

describe('from Google Docs', () => {
  const docs = (body: string): string =>
    `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-8a1b">${body}</b><br class="Apple-interchange-newline">`
  const span = (text: string, style = ''): string =>
    `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`
  const p = (inner: string, style = ''): string =>
    `<p dir="ltr" style="line-height:1.38;${style}">${inner}</p>`
  const li = (text: string, level: number): string =>
    `<li dir="ltr" style="list-style-type:disc;font-size:11pt" aria-level="${level}">${p(span(text), 'margin-top:0pt')}</li>`

  test('only bold text is bold, and no blank lines are added', async () => {
    const html = docs(
      `${p('<span style="font-weight:700">Call</span><span style="font-style:italic;text-decoration:underline"> her</span>')}<br />${p(span('Then wait.'))}<br /><br />${p(`<a href="https://example.com/" style="text-decoration:none"><span style="text-decoration:underline;color:#1155cc">here</span></a>`, 'text-align: center')}`,
    )
    expect(await pasted(html)).toBe(
      '<p><strong>Call</strong><em><u> her</u></em></p><p>Then wait.</p><p class="align-center"><a href="https://example.com/">here</a></p>',
    )
  })

  test('lists next to their items are moved into them', async () => {
    const html = docs(
      `<ul style="margin-top:0">${li('A', 1)}<ul>${li('B', 2)}<ul>${li('C', 3)}</ul></ul>${li('D', 1)}</ul><ol>${li('E', 1)}</ol>`,
    )
    expect(await pasted(html)).toBe(
      '<ul><li>A<ul><li>B<ul><li>C</li></ul></li></ul></li><li>D</li></ul><ol><li>E</li></ol>',
    )
  })

  test('its headings become ours, or bold paragraphs', async () => {
    const html = docs(
      `<h1 dir="ltr">${span('One')}</h1><h2 dir="ltr">${span('Two')}</h2><h4>${span('Four')}</h4>`,
    )
    expect(await pasted(html)).toBe('<h2>One</h2><h2>Two</h2><p><strong>Four</strong></p>')
  })
})

describe('from other programs', () => {
  test('addresses without a scheme get one, and those of email links are written out', async () => {
    const html = `<p><a href="www.lakeside.edu/plan">The plan</a>, <a href="mailto:office@lakeside.edu">the office</a>, <a href="mailto:office@lakeside.edu">office@lakeside.edu</a></p>`
    expect(await pasted(html)).toBe(
      '<p><a href="https://www.lakeside.edu/plan">The plan</a>, the office (office@lakeside.edu), office@lakeside.edu</p>',
    )
  })

  test.each([
    [
      '<p><img src="https://x.example/a.png"><a href="file:///c/x">a</a></p><iframe src="x"></iframe>',
      'Left out of what you pasted: 1 image, 1 video, 1 link.',
    ],
    ['<table><tr><td>Deadline</td><td>Fee</td></tr></table>', 'The table became lines of text.'],
    ['<table><tr><td>Dear student,</td></tr><tr><td>Thanks</td></tr></table>', null],
    ['<p><a href="www.lakeside.edu">a</a> <a href="mailto:a@b.edu">b</a> <a href="#top">c</a></p>', null],
  ])('says what was left out of %s', (html, text) => {
    expect(leftOutText(html, {})).toBe(text)
  })

  test('Outlook: real lists with nested items, and divs as lines', async () => {
    const html = `<div class="elementToProof" style="font-family:Aptos">Hello,</div><div><br></div><ul type=disc style='margin-top:0in'><li class=MsoListParagraph style='mso-list:l0 level1 lfo1'>A<o:p></o:p></li><ul type=circle><li class=MsoListParagraph style='mso-list:l0 level2 lfo1'>B</li></ul></ul><ul><li style="list-style:none"><ol><li>C</li></ol></li></ul><div style="text-align:right"><i>Ana</i></div>`
    expect(await pasted(html)).toBe(
      '<p>Hello,</p><p></p><ul><li>A<ul><li>B</li></ul></li></ul><ul><li>C</li></ul><p class="align-right"><em>Ana</em></p>',
    )
  })

  test('Pages: classes for paragraphs, lists next to their items', async () => {
    const html = `<!DOCTYPE html><html><head><title>Plan</title><style type="text/css">p.p1 {margin: 0.0px; font: 12.0px Helvetica} li.li1 {}</style></head><body><p class="p1"><b>Plan</b> for <i>all</i></p><ul class="ul1"><li class="li1"><span class="s1"></span>A</li><ul class="ul2"><li class="li1">B</li></ul><li class="li1">C</li></ul><p class="p2"><br></p></body></html>`
    expect(await pasted(html)).toBe(
      '<p><strong>Plan</strong> for <em>all</em></p><ul><li>A<ul><li>B</li></ul></li><li>C</li></ul><p></p>',
    )
  })

  test('LibreOffice: fonts, centered text, definitions', async () => {
    const html = `<html><head><meta name="generator" content="LibreOffice 7.6 (Linux)"/><style type="text/css">p { line-height: 115% }</style></head><body lang="en-US"><center><p style="margin-bottom: 0in"><font face="Liberation Serif"><font size="3" style="font-size: 12pt"><b>Plan</b></font></font></p></center><ol><li><p style="margin-bottom: 0in">A</p></li><ol type="a"><li><p>B</p></li></ol></ol><dl><dt>Tier</dt><dd>who is covered</dd></dl><p style="text-indent: 0.5in">C<br/><br/></p></body></html>`
    expect(await pasted(html)).toBe(
      '<p class="align-center"><strong>Plan</strong></p><ol><li>A<ol><li>B</li></ol></li></ol><p>Tier</p><p>who is covered</p><p>\u2003C<br></p>',
    )
  })

  test('a web page: sections, rules and figures become lines, code keeps its spaces', async () => {
    const html = `<section>a</section><article><header>b</header>c</article>d<hr>e<figure><img src="x.png">f<figcaption>g</figcaption></figure><pre><code>if x:\n  y\t\n</code></pre><h3></h3><blockquote> </blockquote><ul></ul><p></p><p>h</p>`
    expect(await pasted(html)).toBe(
      '<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p><p>g</p><p>if x:<br>&nbsp; y&nbsp;&nbsp;&nbsp;</p><p></p><p>h</p>',
    )
  })

  test('loose items become a list; loose content in a list belongs to an item', async () => {
    expect(await pasted('<li>a</li>\n<li>b</li>')).toBe('<ul><li>a</li><li>b</li></ul>')
    expect(await pasted('<ul>a<li>b</li><p>c</p></ul>')).toBe('<ul><li>a</li><li>b<p>c</p></li></ul>')
  })
})
