import { slugFrom } from '../lib/slug.ts'

/** The slug of a school's name; one without Latin letters is just 'school'. */
export const slugOf = (name: string): string => slugFrom(name) || 'school'

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0)
    return true
  } catch {
    return false
  }
}

/** Whether text begins like an SVG: the drawing itself, or what may stand before it. */
export const isDrawing = (head: string): boolean =>
  /^\uFEFF?\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(head) && head.includes('<svg')
