import * as z from 'zod/mini'
import { escapeHtml } from '#server/platform/lib/escape-html.ts'
import type { ElementStyles } from './layout-source.ts'

/** A compiled layout: HTML with the places of `content`, `subject` and `preview` in double square brackets. */
export interface Layout {
  readonly html: string
  readonly styles: ElementStyles
}

const stored = z.object({ html: z.string(), styles: z.record(z.string(), z.string()) })

/** Returns a layout as it was saved. */
export const readLayout = (row: unknown): Layout => stored.parse(row)

/** Escapes text for a layout: also the brackets that mark its places. */
export const escapeForLayout = (text: string): string => escapeHtml(text).replaceAll('[', '&#91;')

/** The content of an email: `html` is clean rich text in which the values are escaped. */
export interface EmailContent {
  readonly html: string
  readonly subject: string
}

const places = /\[\[(content|subject|preview)\]\]/

/**
 * Returns an email as HTML: the layout with the content in its places. Each place is filled once, so content
 * that looks like a place stays text.
 */
export const fillLayout = ({ html, styles }: Layout, content: EmailContent): string => {
  const parts: Record<string, string> = {
    content: styleElements(content.html, styles),
    subject: escapeForLayout(content.subject),
    preview: previewOf(content.html),
  }
  return html
    .split(places)
    .map((part, at) => (at % 2 === 0 ? part : (parts[part] ?? '')))
    .join('')
}

/** An opening tag of rich text as it's saved (`server/platform/lib/sanitize.ts`): values can't contain a '<'. */
const opening = /<([a-z][a-z0-9]*)(?: class="align-(center|right)")?((?: href="[^"<>]*")?)>/g

/** Adds the styles to the elements of a text. Mail programs remove rules by class, so alignment is a style too. */
const styleElements = (html: string, styles: ElementStyles): string =>
  html.replaceAll(opening, (_, tag: string, align: string | undefined, href: string) => {
    const own = Object.hasOwn(styles, tag) ? styles[tag] : ''
    const style = [own, align && `text-align:${align}`].filter(Boolean).join(';')
    const link = href === '' ? '' : `${href} target="_blank" rel="noopener"`
    return style === '' ? `<${tag}${link}>` : `<${tag}${link} style="${style}">`
  })

/** Returns the first words of a text, which inboxes show after the subject. Whole entities, still escaped. */
const previewOf = (html: string): string =>
  /^(?:&[^;]{1,8};|[^&]){0,120}/
    .exec(
      html
        .slice(0, 2000)
        .replaceAll(/<[^>]*>?/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )?.[0]
    .replaceAll('[', '&#91;') ?? ''
