/** 'Université de Montréal' → 'universite-de-montreal'; a name without Latin letters is just 'school'. */
export const slugOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
  const words = plain.match(/[a-z0-9]+/g)
  return words ? words.join('-').slice(0, 80).replace(/-$/, '') : 'school'
}

/** The slug itself, or the first of slug-2, slug-3 … that nobody has. */
export const freeSlug = (slug: string, taken: readonly string[]): string => {
  const used = new Set(taken)
  let free = slug
  for (let number = 2; used.has(free); number += 1) free = `${slug}-${number}`
  return free
}

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
