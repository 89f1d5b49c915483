import { isRecord } from './plain-record.ts'

/** A field that two people may have changed, with the text of its values. */
export interface MergeField<V> {
  readonly label: string
  readonly words: (values: V) => string
  /** Returns the text of a value inside the field, such as the answer of a question, if the default doesn't fit. */
  readonly innerWords?: (value: unknown) => string
}
export type MergeFields<V> = { readonly [F in keyof V & string]?: MergeField<V> }

export type Side = 'mine' | 'theirs'
/** The chosen sides, by conflict ID. */
export type Sides = Readonly<Record<string, Side>>

/** A value that both sides changed differently; absent on the side that removed it. */
export interface Conflict {
  /** Its ID, with the keys of items: `items[k1].answer`. */
  readonly id: string
  /** The same with the names of items: `items[Who pays?].answer`. */
  readonly path: string
  readonly mine: unknown
  readonly theirs: unknown
}

export interface Merge<V> {
  readonly value: V
  /** The conflicts; the value uses my side unless another is chosen. */
  readonly conflicts: readonly Conflict[]
}

/**
 * Merges two edits of the same record: keeps what only one side changed, down to the fields of list items, which are
 * matched by key. A value that both changed differently is a conflict.
 */
export const mergeEdits = <V extends object>(base: V, mine: V, theirs: V, sides: Sides = {}): Merge<V> => {
  const merging: Merging = { sides, conflicts: [] }
  const value = { ...theirs }
  for (const name of Object.keys(mine) as (keyof V & string)[]) {
    const place = { id: name, path: name }
    // every merged value is one of the three, or an object or list of their parts
    value[name] = merge(merging, place, {
      base: base[name],
      mine: mine[name],
      theirs: theirs[name],
    }) as V[keyof V & string]
  }
  return { value, conflicts: merging.conflicts }
}

interface Merging {
  readonly sides: Sides
  readonly conflicts: Conflict[]
}
type Place = Pick<Conflict, 'id' | 'path'>
interface Three<T> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns whether a side left a value as it was. An optional field that a side only showed is empty. */
const isKept = (side: unknown, base: unknown): boolean =>
  isSame(side, base) || (side === null && base === undefined)

const every = <T>({ base, mine, theirs }: Three<unknown>, is: (value: unknown) => value is T): boolean =>
  is(base) && is(mine) && is(theirs)

const merge = (merging: Merging, place: Place, three: Three<unknown>): unknown => {
  const { base, mine, theirs } = three
  if (isSame(mine, theirs) || isKept(mine, base)) return theirs
  if (isKept(theirs, base)) return mine
  // what both sides added, such as texts in another language
  if (base === undefined && isRecord(mine) && isRecord(theirs))
    return mergeRecords(merging, place, { base: {}, mine, theirs })
  // each cast repeats what `every` has just checked
  if (every(three, isRecord)) return mergeRecords(merging, place, three as Three<Item>)
  if (every(three, isKeyed)) return mergeItems(merging, place, three as Three<readonly Keyed[]>)
  if (every(three, isSet)) return mergeSets(three as Three<readonly unknown[]>)
  return decide(merging, place, mine, theirs)
}

/** Hashes of the English that texts were translated from: the server writes them again, so that no one has to choose. */
const isWrittenByServer = (id: string): boolean => /\bof(?:\.\w+)?$/.test(id)

const decide = ({ sides, conflicts }: Merging, place: Place, mine: unknown, theirs: unknown): unknown => {
  if (isWrittenByServer(place.id)) return theirs
  conflicts.push({ ...place, mine, theirs })
  return sides[place.id] === 'theirs' ? theirs : mine
}

type Item = Readonly<Record<string, unknown>>
type Keyed = Item & { readonly key: string }

const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length

const isKeyed = (value: unknown): value is readonly Keyed[] =>
  Array.isArray(value) &&
  value.every((item) => isRecord(item) && typeof item['key'] === 'string') &&
  isUnique(value.map((item: Keyed) => item.key))

/** Returns whether a list's values identify themselves, such as the programs that a rule applies to. */
const isSet = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) &&
  value.every((item) => typeof item === 'string' || typeof item === 'number') &&
  isUnique(value)

const mergeRecords = (merging: Merging, { id, path }: Place, { base, mine, theirs }: Three<Item>): Item => {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const entries = [...names].map((name) => {
    const place = { id: `${id}.${name}`, path: `${path}.${name}` }
    const three = { base: base[name], mine: mine[name], theirs: theirs[name] }
    return [name, merge(merging, place, three)] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

const mergeSets = ({ base, mine, theirs }: Three<readonly unknown[]>): readonly unknown[] => [
  ...theirs.filter((value) => mine.includes(value) || !base.includes(value)),
  ...mine.filter((value) => !theirs.includes(value) && !base.includes(value)),
]

/** The fields that name an item, in order of preference. */
const titles = ['name', 'title', 'label', 'question', 'value']

/** Returns the name of a list item for users. */
export const titleOfItem = (item: Item): string => {
  const title = titles.map((name) => item[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof title === 'string' ? title : 'Untitled'
}

const mergeItems = (
  merging: Merging,
  { id, path }: Place,
  { base, mine, theirs }: Three<readonly Keyed[]>,
): readonly Keyed[] => {
  const [before, ours, others] = [byKey(base), byKey(mine), byKey(theirs)]
  const merged = new Map<string, Keyed>()
  for (const key of new Set([...others.keys(), ...ours.keys()])) {
    const three = { base: before.get(key), mine: ours.get(key), theirs: others.get(key) }
    const named = three.mine ?? three.theirs
    const place = { id: `${id}[${key}]`, path: `${path}[${named ? titleOfItem(named) : key}]` }
    const item = merge(merging, place, three)
    // the merge of items with one key is an item, or removed
    if (item !== undefined) merged.set(key, item as Keyed)
  }
  const order = orderOf(merging, { id, path }, { base, mine, theirs })
  return order.flatMap((key) => merged.get(key) ?? [])
}

const byKey = (items: readonly Keyed[]): ReadonlyMap<string, Keyed> =>
  new Map(items.map((item) => [item.key, item]))

/**
 * Returns the keys in the order of the side that moved items; items only the other side has follow the item they
 * follow there.
 */
const orderOf = (
  merging: Merging,
  { id, path }: Place,
  lists: Three<readonly Keyed[]>,
): readonly string[] => {
  const [base, mine, theirs] = [lists.base, lists.mine, lists.theirs].map((items) =>
    items.map(({ key }) => key),
  ) as [string[], string[], string[]]
  const common = (keys: readonly string[]) =>
    keys.filter((key) => [base, mine, theirs].every((list) => list.includes(key)))
  const [before, ours, others] = [common(base), common(mine), common(theirs)]
  let lead: Side = isSame(before, ours) ? 'theirs' : 'mine'
  if (!isSame(before, ours) && !isSame(before, others) && !isSame(ours, others)) {
    const place = { id: `${id}[]`, path: `${path}.order` }
    const named = (items: readonly Keyed[]) => items.map(titleOfItem)
    decide(merging, place, named(lists.mine), named(lists.theirs))
    lead = merging.sides[place.id] ?? 'mine'
  }
  return lead === 'mine' ? mergeOrder(mine, theirs) : mergeOrder(theirs, mine)
}

const mergeOrder = (lead: readonly string[], other: readonly string[]): readonly string[] => {
  const all = [...lead]
  for (const [index, key] of other.entries()) {
    if (all.includes(key)) continue
    const before = other.slice(0, index).findLast((earlier) => all.includes(earlier))
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, key)
  }
  return all
}
