import { styleOf } from '#contract/platform/rich-text-form.ts'
import { formOf, styleName, unwrap } from './elements.ts'

const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const loweredDigits = '₀₁₂₃₄₅₆₇₈₉'

const withDigits = (text: string, digits: string): string =>
  text.replaceAll(/\d/g, (digit) => digits.charAt(Number(digit)))

/** The end of an ordinal: 1st, 25th. */
const ordinal = /^(?:st|nd|rd|th)$/i

/**
 * Returns raised text as plain text that can’t be read as part of what it follows: a footnote of $500 isn’t $5001. Digits
 * become raised characters; anything else goes into brackets, except the end of an ordinal and signs.
 */
const raisedText = (text: string): string => {
  const trimmed = text.trim()
  if (/^[\d,\s]+$/.test(trimmed)) return withDigits(trimmed, raisedDigits)
  const isPlain = ordinal.test(trimmed) || !/^[\p{L}\p{N}]/u.test(trimmed)
  return isPlain ? text : `[${trimmed}]`
}

const selector = `sup, sub, [${styleName}*="vertical-align" i]`

const placeOf = (element: Element): 'sup' | 'sub' | null => {
  if (element.localName === 'sup' || element.localName === 'sub') return element.localName
  const place = (styleOf(formOf(element), 'vertical-align') ?? '').trim().toLowerCase()
  if (place.startsWith('super')) return 'sup'
  return place.startsWith('sub') ? 'sub' : null
}

/** Keeps superscripts and subscripts readable, because the toolbar has none. */
export const readRaised = (body: Element): void => {
  for (const element of body.querySelectorAll(selector)) {
    const place = placeOf(element)
    if (place === null) continue
    const text = element.textContent
    if (place === 'sub') element.textContent = withDigits(text, loweredDigits)
    else if (element.querySelector('a, img') === null) element.textContent = raisedText(text)
    if (element.localName !== 'span') unwrap(element)
  }
}
