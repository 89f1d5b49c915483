/** A field that two people may have changed, and its values in words. */
export interface MergeField<V> {
  readonly label: string
  readonly words: (values: V) => string
}
export type MergeFields<V> = { readonly [F in keyof V & string]?: MergeField<V> }

/** A field on which a person and the saved record differ. */
export interface Difference<V> {
  readonly field: keyof V & string
  readonly label: string
  readonly mine: string
  readonly theirs: string
  /** Proposed: mine where I changed it, theirs where only they did. */
  readonly proposed: Side
}
export type Side = 'mine' | 'theirs'
/** The chosen sides, by field. */
export type Sides = Readonly<Record<string, Side>>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Where what I want to save differs from what somebody saved since I read `base`, in the order of `fields`. */
export const differences = <V extends object>(
  fields: MergeFields<V>,
  base: V,
  mine: V,
  theirs: V,
): readonly Difference<V>[] =>
  // Object.keys forgets that the keys are the fields.
  (Object.keys(fields) as (keyof V & string)[]).flatMap((field) => {
    const known = fields[field]
    if (!known || isSame(mine[field], theirs[field])) return []
    return {
      field,
      label: known.label,
      mine: known.words(mine),
      theirs: known.words(theirs),
      proposed: isSame(mine[field], base[field]) ? 'theirs' : 'mine',
    }
  })

/** The record as chosen field by field; where both agree it is theirs. */
export const merged = <V extends object>(mine: V, theirs: V, sides: Sides): V => {
  const isMine = new Set(
    Object.entries(sides)
      .filter(([, side]) => side === 'mine')
      .map(([field]) => field),
  )
  return { ...theirs, ...Object.fromEntries(Object.entries(mine).filter(([field]) => isMine.has(field))) }
}
