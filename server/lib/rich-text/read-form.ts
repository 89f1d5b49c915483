import { isMediaPath, mayLeadTo, richTextClasses } from '#contract/rich-text.ts'
import { marks, type Mark, type Picture } from './blocks.ts'

const tagMarks: Readonly<Record<string, Mark>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  u: 'u',
  ins: 'u',
  s: 's',
  strike: 's',
  del: 's',
}

type Attributes = Readonly<Record<string, string>>

const styleOf = (attributes: Attributes, property: string): string | null => {
  for (const declaration of (attributes['style'] ?? '').split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0 && declaration.slice(0, colon).trim().toLowerCase() === property)
      return declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase()
  }
  return null
}

const isBold = (weight: string | null): boolean =>
  weight !== null && (weight.startsWith('bold') || Number(weight) >= 700)

/** A tag's own form. Google Docs wraps all it copies in a `b` of normal weight: that is none. */
const ownMark = (tag: string, weight: string | null): Mark | undefined => {
  const own = tagMarks[tag]
  return own === 'strong' && weight !== null && !isBold(weight) ? undefined : own
}

/** The forms that a tag and its style ask for. */
export const marksOf = (tag: string, attributes: Attributes): Mark[] => {
  const weight = styleOf(attributes, 'font-weight')
  const line = `${styleOf(attributes, 'text-decoration')} ${styleOf(attributes, 'text-decoration-line')}`
  const own = ownMark(tag, weight)
  const asked: Record<Mark, boolean> = {
    strong: isBold(weight),
    em: /^(italic|oblique)/.test(styleOf(attributes, 'font-style') ?? ''),
    // a link is underlined as it is
    u: line.includes('underline') && tag !== 'a',
    s: line.includes('line-through'),
  }
  return marks.filter((mark) => mark === own || asked[mark])
}

const sides: Readonly<Record<string, string>> = {
  center: 'align-center',
  right: 'align-right',
  end: 'align-right',
}

/** The class of an alignment, '' for the left, null where nothing is said. */
export const alignOf = (tag: string, attributes: Attributes): string | null => {
  const side = tag === 'center' ? tag : (styleOf(attributes, 'text-align') ?? attributes['align'])
  if (side != null) return sides[side.toLowerCase()] ?? ''
  const classes = new Set((attributes['class'] ?? '').split(/\s+/).map((name) => name.replace(/^ql-/, '')))
  return richTextClasses.find((name) => classes.has(name)) ?? null
}

/** The address of a link, or null where it may lead nowhere; `student` is whose note it is. */
export const hrefOf = (tag: string, attributes: Attributes, student?: number): string | null => {
  const href = attributes['href']
  return tag === 'a' && href !== undefined && mayLeadTo(href, student) ? href : null
}

/** A picture of the school's own, or null: any other address would tell somebody who reads the page. */
export const pictureOf = (attributes: Attributes): Picture | null => {
  const src = attributes['src']
  if (src === undefined || !isMediaPath(src)) return null
  return { src, alt: (attributes['alt'] ?? '').replaceAll(/\s+/g, ' ').trim() }
}

/** Word writes lists as paragraphs: the depth of such an item, 1-based, or null. */
export const wordLevelOf = (attributes: Attributes): number | null => {
  const level = /\blevel(\d)\b/.exec(styleOf(attributes, 'mso-list') ?? '')?.[1]
  return level === undefined ? null : Number(level)
}

/** What Word draws before such an item, '·' or '1.': it is no text. */
export const isWordMarker = (attributes: Attributes): boolean => styleOf(attributes, 'mso-list') === 'ignore'

/** Whether such a mark counts ('1.', 'b)', 'iv.') rather than being a bullet; Word's hollow bullet is an 'o'. */
export const isCounting = (marker: string): boolean =>
  /^\W*([0-9]+|[a-z]{1,5})\W*[.)]\W*$/i.test(marker.trim())
