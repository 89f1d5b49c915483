/**
 * What the tags and styles of other programs say of a text: read before they are taken away, by the browser when
 * something is pasted and by the server when something is saved.
 */
import { richTextClasses } from './rich-text.ts'

/** Forms of a run of text, in the order in which they are written. */
export const marks = ['strong', 'em', 'u', 's'] as const
export type Mark = (typeof marks)[number]

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

/** Attributes of an element by name, as they were written. */
export type FormAttributes = Readonly<Record<string, string>>

/** What the style of an element says of a property, in lower case; null where it says nothing. */
export const styleOf = (attributes: FormAttributes, property: string): string | null => {
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
export const ownMark = (tag: string, attributes: FormAttributes): Mark | undefined => {
  const own = tagMarks[tag]
  const weight = own === 'strong' ? styleOf(attributes, 'font-weight') : null
  return weight !== null && !isBold(weight) ? undefined : own
}

/** The forms that a tag and its style ask for. */
export const marksOf = (tag: string, attributes: FormAttributes): Mark[] => {
  const line = `${styleOf(attributes, 'text-decoration')} ${styleOf(attributes, 'text-decoration-line')}`
  const own = ownMark(tag, attributes)
  const asked: Record<Mark, boolean> = {
    strong: isBold(styleOf(attributes, 'font-weight')),
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
export const alignOf = (tag: string, attributes: FormAttributes): string | null => {
  const side = tag === 'center' ? tag : (styleOf(attributes, 'text-align') ?? attributes['align'])
  if (side != null) return sides[side.toLowerCase()] ?? ''
  const classes = new Set((attributes['class'] ?? '').split(/\s+/).map((name) => name.replace(/^ql-/, '')))
  return richTextClasses.find((name) => classes.has(name)) ?? null
}

/** Word writes lists as paragraphs: the depth of such an item, 1-based, or null. */
export const wordLevelOf = (attributes: FormAttributes): number | null => {
  const level = /\blevel(\d)\b/.exec(styleOf(attributes, 'mso-list') ?? '')?.[1]
  return level === undefined ? null : Number(level)
}

/** What Word draws before such an item, '·' or '1.': it is no text. */
export const isWordMarker = (attributes: FormAttributes): boolean =>
  styleOf(attributes, 'mso-list') === 'ignore'

/**
 * Whether such a mark counts ('1.', '2.1', 'b)', '(iv)') rather than being a bullet. Word's own bullets are letters too,
 * of fonts that draw something else ('o', 'Ø', 'v'): nothing stands behind those.
 */
export const isCounting = (marker: string): boolean =>
  /[\p{Nd}\p{Nl}]|^\P{L}?\p{L}{1,7}\s*[.)、]/u.test(marker.trim())
