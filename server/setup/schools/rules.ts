import { slugFrom } from '#server/platform/lib/slug.ts'

/** Returns the slug for a school’s name; 'school' for a name without Latin letters. */
export const slugOf = (name: string): string => slugFrom(name) || 'school'

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0)
    return true
  } catch {
    return false
  }
}

/** Returns whether text starts like an SVG: the drawing itself, or what can precede it. */
export const isDrawing = (head: string): boolean =>
  /^\uFEFF?\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(head) && head.includes('<svg')
