/**
 * Reads formatting from the tags and styles of other programs before they’re removed: in the browser on paste,
 * on the server on save.
 */
import { richTextClasses } from './rich-text.ts'

/** Inline formats, in the order in which they’re nested. */
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

/** The attributes of an element by name, as written. */
export type FormAttributes = Readonly<Record<string, string>>

/** Returns the value of a style property in lower case; null if it isn’t set. */
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

/**
 * Returns the format of a tag itself. Google Docs wraps copied text in a `b` with normal weight, which isn’t
 * bold.
 */
export const ownMark = (tag: string, attributes: FormAttributes): Mark | undefined => {
  const own = tagMarks[tag]
  const weight = own === 'strong' ? styleOf(attributes, 'font-weight') : null
  return weight !== null && !isBold(weight) ? undefined : own
}

/** Returns the formats of a tag and its style. */
export const marksOf = (tag: string, attributes: FormAttributes): Mark[] => {
  const line = `${styleOf(attributes, 'text-decoration')} ${styleOf(attributes, 'text-decoration-line')}`
  const own = ownMark(tag, attributes)
  const asked: Record<Mark, boolean> = {
    strong: isBold(styleOf(attributes, 'font-weight')),
    em: /^(italic|oblique)/.test(styleOf(attributes, 'font-style') ?? ''),
    // links are underlined by default
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

/** Returns the class of an alignment: '' for left, null if none is set. */
export const alignOf = (tag: string, attributes: FormAttributes): string | null => {
  const side = tag === 'center' ? tag : (styleOf(attributes, 'text-align') ?? attributes['align'])
  if (side != null) return sides[side.toLowerCase()] ?? ''
  const classes = new Set((attributes['class'] ?? '').split(/\s+/).map((name) => name.replace(/^ql-/, '')))
  return richTextClasses.find((name) => classes.has(name)) ?? null
}

/** Returns the 1-based depth of a list item that Word wrote as a paragraph, or null. */
export const wordLevelOf = (attributes: FormAttributes): number | null => {
  const level = /\blevel(\d)\b/.exec(styleOf(attributes, 'mso-list') ?? '')?.[1]
  return level === undefined ? null : Number(level)
}

/** Returns whether a tag has only the marker that Word writes before an item, such as '·' or '1.' */
export const isWordMarker = (attributes: FormAttributes): boolean =>
  styleOf(attributes, 'mso-list') === 'ignore'

/**
 * Returns whether a marker is a number ('1.', '2.1', 'b)', '(iv)') and not a bullet. Word’s bullets can be
 * letters of symbol fonts ('o', 'Ø', 'v'), but they have no punctuation.
 */
export const isNumbering = (marker: string): boolean =>
  /[\p{Nd}\p{Nl}]|^\P{L}?\p{L}{1,7}\s*[.)、]/u.test(marker.trim())
