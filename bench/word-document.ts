/**
 * What Word puts on the clipboard as HTML when a long document is copied, made by rule: its head with settings and styles,
 * conditional comments, `o:p`, headings, justified text in runs with styles of their own, lists as paragraphs of
 * MsoListParagraph with their drawn marks, tables, links, footnotes and page breaks.
 */

/** Words of the text, repeated in another order each time. */
const words =
  `coverage student plan enrollment waiver premium deductible dependent semester academic health insurance provider
  benefit period eligible requirement registrar deadline hospital outpatient claim network referral notice policy year
  university campus program international domestic full time graduate verification approved denied appeal evidence`.split(
    /\s+/,
  )

/** A sequence that looks like chance and is the same each time. */
const createChance = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
type Chance = ReturnType<typeof createChance>

const sentence = (chance: Chance, length: number): string =>
  Array.from({ length }, () => words[chance(words.length)]).join(' ')

const run = (text: string, style = ''): string =>
  `<span lang=EN-US style='font-size:11.0pt;line-height:115%;font-family:"Calibri",sans-serif;mso-ascii-theme-font:minor-latin;mso-hansi-theme-font:minor-latin;mso-bidi-font-family:"Times New Roman"${style}'>${text}<o:p></o:p></span>`

const paragraph = (chance: Chance): string =>
  `<p class=MsoNormal style='margin-top:0in;margin-right:0in;margin-bottom:8.0pt;margin-left:0in;text-align:justify;mso-pagination:widow-orphan'>${run(`${sentence(chance, 18)}, `)}<b style='mso-bidi-font-weight:normal'>${run(sentence(chance, 4))}</b>${run(` ${sentence(chance, 14)}; `)}<i>${run(sentence(chance, 3))}</i> <a href="https://www.example.edu/plan/${chance(90)}" style='mso-field-code:HYPERLINK'>${run(sentence(chance, 3))}</a>${run(`${sentence(chance, 20)}.`, ';mso-fareast-language:EN-US')}<o:p></o:p></p>\r\n`

const item = (chance: Chance, number: number, level: number, isCounted: boolean): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level / 2}in;mso-add-space:auto;text-indent:-.25in;mso-list:l${isCounted ? 1 : 0} level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${isCounted ? `${number}.` : '·'}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${run(sentence(chance, 12))}<o:p></o:p></p>\r\n`

const heading = (chance: Chance, level: number): string =>
  `<h${level} style='margin-top:12.0pt'><a name="_Toc${chance(99_999_999)}"><span style='mso-bookmark:_Toc'>${run(sentence(chance, 5))}</span></a><o:p></o:p></h${level}>\r\n`

const cell = (chance: Chance): string =>
  `<td width=208 valign=top style='width:155.8pt;border:solid windowtext 1.0pt;mso-border-alt:solid windowtext .5pt;padding:0in 5.4pt 0in 5.4pt'><p class=MsoNormal style='margin-bottom:0in'>${run(sentence(chance, 5))}<o:p></o:p></p></td>`

const table = (chance: Chance): string =>
  `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-yfti-tbllook:1184'>${Array.from({ length: 6 }, (_, row) => `<tr style='mso-yfti-irow:${row}'>${[0, 1, 2].map(() => cell(chance)).join('')}</tr>\r\n`).join('')}</table>\r\n`

const page = (chance: Chance, number: number): string => {
  const parts = [heading(chance, number % 5 === 0 ? 1 : 2)]
  for (let index = 0; index < 6; index += 1) parts.push(paragraph(chance))
  for (let index = 0; index < 6; index += 1)
    parts.push(item(chance, index + 1, 1 + (index % 3 === 2 ? 1 : 0), number % 2 === 0))
  if (number % 4 === 0) parts.push(table(chance))
  else parts.push(paragraph(chance))
  parts.push(
    `<!--[if gte vml 1]><v:shapetype id="_x0000_t75" coordsize="21600,21600"/><![endif]--><p class=MsoNormal><o:p>&nbsp;</o:p></p>\r\n<span style='font-size:11.0pt'><br clear=all style='mso-special-character:line-break;page-break-before:always'></span>\r\n`,
  )
  return parts.join('')
}

const head = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View><w:TrackMoves/><w:PunctuationKerning/></w:WordDocument></xml><![endif]--><style><!--
${Array.from({ length: 300 }, (_, index) => `p.Style${index}, li.Style${index}, div.Style${index} {mso-style-priority:${index};margin:0in;font-size:11.0pt;font-family:"Calibri",sans-serif;}`).join('\n')}
--></style></head><body lang=EN-US style='tab-interval:.5in;word-wrap:break-word'><!--StartFragment-->`

/** The clipboard's HTML of a document of so many pages, of about 500 words each. */
export const wordDocument = (pages: number): string => {
  const chance = createChance(7)
  const body = Array.from({ length: pages }, (_, index) => page(chance, index + 1)).join('')
  return `${head}${body}<!--EndFragment--></body></html>`
}
