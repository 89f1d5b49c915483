import type { FormAttributes } from '#contract/rich-text-form.ts'
import { isMediaPath, mayLeadTo } from '#contract/rich-text.ts'
import type { Picture } from './blocks.ts'

/** The address of a link, or null where it may lead nowhere; `student` is whose note it is. */
export const hrefOf = (tag: string, attributes: FormAttributes, student?: number): string | null => {
  const href = attributes['href']
  return tag === 'a' && href !== undefined && mayLeadTo(href, student) ? href : null
}

/** A picture of the school's own, or null: any other address would tell somebody who reads the page. */
export const pictureOf = (attributes: FormAttributes): Picture | null => {
  const src = attributes['src']
  if (src === undefined || !isMediaPath(src)) return null
  return { src, alt: (attributes['alt'] ?? '').replaceAll(/\s+/g, ' ').trim() }
}
