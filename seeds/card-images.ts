import { createPicture, type Color } from './picture.ts'

/** The details on an invented insurance card. */
export interface Card {
  readonly company: string
  readonly member: string
  readonly number: string
  readonly group: string
}

const [paper, band, ink, faint] = [0, 1, 2, 3]
const bands: readonly Color[] = [
  [24, 78, 119],
  [58, 90, 64],
  [111, 45, 80],
  [86, 66, 140],
]
const colorsOf = (company: string): Color[] => [
  [252, 252, 250],
  bands[company.length % bands.length] ?? [24, 78, 119],
  [38, 41, 46],
  [196, 200, 206],
]

const field = (label: string, value: string, y: number) => [
  { text: label, place: { x: 40, y, size: 2 }, color: faint },
  { text: value, place: { x: 40, y: y + 22, size: 3 }, color: ink },
]

/** Returns the front of a card as a PNG: the member, the plan and its numbers. */
export const drawCardFront = ({ company, member, number, group }: Card): Buffer => {
  const picture = createPicture(680, 428, colorsOf(company))
  picture.paint({ x: 0, y: 0, width: 680, height: 92 }, band)
  picture.write(company, { x: 40, y: 34, size: company.length > 24 ? 3 : 4 }, paper)
  const lines = [
    ...field('MEMBER', member, 130),
    ...field('MEMBER ID', number, 206),
    ...field('GROUP', group, 282),
  ]
  for (const { text, place, color } of lines) picture.write(text, place, color)
  picture.paint({ x: 40, y: 366, width: 600, height: 2 }, faint)
  picture.write('PPO  OFFICE 25  SPECIALIST 50  ER 250', { x: 40, y: 384, size: 2 }, ink)
  return picture.toPng()
}

/** Returns the back of a card: a stripe, and the phone number for providers. */
export const drawCardBack = ({ company, number }: Card): Buffer => {
  const picture = createPicture(680, 428, colorsOf(company))
  picture.paint({ x: 0, y: 40, width: 680, height: 70 }, ink)
  const lines = [
    'CLAIMS  PO BOX 5550  SALEM OR 97301',
    'PROVIDERS CALL (800) 555-0100',
    'MEMBERS CALL (800) 555-0199',
    `ID ${number}`,
    'NOT PROOF OF COVERAGE.',
  ]
  for (const [index, text] of lines.entries())
    picture.write(text, { x: 40, y: 150 + index * 46, size: 3 }, index === 4 ? faint : ink)
  return picture.toPng()
}

const escaped = (text: string): string => text.replaceAll(/[\\()]/g, String.raw`\$&`)

/**
 * Returns a one-page letter as a PDF, in Helvetica (ISO 32000-1, 7.5). Letters beyond Latin-1 lose their
 * accents.
 */
export const writeLetter = (title: string, lines: readonly string[]): Buffer => {
  const shown = [
    'BT /F1 16 Tf 72 700 Td',
    `(${escaped(title)}) Tj /F1 11 Tf 0 -14 Td`,
    ...lines.map((line) => `0 -18 Td (${escaped(line)}) Tj`),
    'ET',
  ].join('\n')
  const text = plainLatin(shown)
  const parts = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream\n`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ]
  let file = '%PDF-1.4\n'
  const places: number[] = []
  for (const [index, part] of parts.entries()) {
    places.push(file.length)
    file += `${index + 1} 0 obj${part}endobj\n`
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** Encodes each character as one byte. */
const plainLatin = (text: string): string =>
  Array.from(text.normalize('NFC'), (letter) => {
    if ((letter.codePointAt(0) ?? 0) < 256) return letter
    const [base = '?'] = letter.normalize('NFD')
    return (base.codePointAt(0) ?? 0) < 256 ? base : '?'
  }).join('')
