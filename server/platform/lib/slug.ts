/**
 * Returns text as a slug: 'Université de Montréal' → 'universite-de-montreal', at most 80 characters; ''
 * without Latin letters and digits.
 */
export const slugFrom = (name: string): string => {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[a-z0-9]+/g) ?? []).join('-').slice(0, 80).replace(/-$/, '')
}

/** Returns the slug, or the first of slug-2, slug-3 … that isn’t in use. */
export const freeSlug = (slug: string, taken: readonly string[]): string => {
  const used = new Set(taken)
  let free = slug
  for (let number = 2; used.has(free); number += 1) free = `${slug}-${number}`
  return free
}
