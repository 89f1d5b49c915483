import { emailOfLink, isAllowedLink, isMediaPath, withScheme } from '#contract/platform/rich-text.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import type { TextPlace } from '../clean.ts'

/** Returns the values of an attribute of all tags of a kind, as written. */
const valuesOf = (html: string, tag: string, attribute: string): string[] =>
  (html.match(new RegExp(`<${tag}\\b[^>]*>`, 'gi')) ?? []).flatMap(
    (opened) => new RegExp(`\\s${attribute}\\s*=\\s*["']?([^"'\\s>]*)`, 'i').exec(opened)?.[1] ?? [],
  )

/**
 * Returns a sentence about what pasted HTML has that the text can’t: images, videos, and links to places that aren’t on
 * the web; and that a table became lines. Null if nothing is lost. Reads tags only, so it’s fast on long texts.
 */
export const leftOutText = (html: string, { student, profile }: TextPlace): string | null => {
  const images = valuesOf(html, 'img', 'src').filter((src) => profile !== 'website' || !isMediaPath(src))
  const links = valuesOf(html, 'a', 'href').filter(
    (href) =>
      !href.startsWith('#') && emailOfLink(href) === null && !isAllowedLink(withScheme(href), student),
  )
  const videos = html.match(/<(?:iframe|video|audio|object|embed)\b/gi) ?? []
  const lost = [
    ...(images.length > 0 ? [formatCount(images.length, 'image')] : []),
    ...(videos.length > 0 ? [formatCount(videos.length, 'video')] : []),
    ...(links.length > 0 ? [formatCount(links.length, 'link')] : []),
  ]
  const sentences = [
    ...(lost.length > 0 ? [`Left out of what you pasted: ${lost.join(', ')}.`] : []),
    // a row with one cell is layout, not a table
    ...(/<t[dh]\b[^>]*>(?:(?!<\/tr)[\s\S])*?<t[dh]\b/i.test(html) ? ['The table became lines of text.'] : []),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}
