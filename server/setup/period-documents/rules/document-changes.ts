import type { FieldChange } from '#contract/platform/history/shapes.ts'

type Value = FieldChange['before']

/** A value and its form for comparison. Lists of objects compare by their items and order. */
interface Leaf {
  readonly told: Value
  readonly mark: string
}
type Leaves = Map<string, Leaf>

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isThing = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isList(value)

/** The fields that name an item of a list, in order of preference. */
const titles = ['name', 'title', 'label', 'question', 'value', 'key']

const titleOf = (item: unknown, index: number): string => {
  if (!isThing(item)) return String(index + 1)
  const title = titles.map((key) => item[key]).find((value) => typeof value === 'string' && value !== '')
  return typeof title === 'string' ? title : String(index + 1)
}

const valueOf = (value: unknown): Value => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return isList(value) ? value.map(String) : null
}

const keyOf = (item: unknown, index: number): string =>
  isThing(item) && typeof item['key'] === 'string' ? item['key'] : String(index)

/** The titles of the items in every list of two contents, so that a renamed item is recognized. */
type Names = Map<string, string>

const collect = (path: string, value: unknown, leaves: Leaves, names: Names): void => {
  if (isThing(value)) {
    for (const [name, inner] of Object.entries(value))
      if (name !== 'key') collect(path === '' ? name : `${path}.${name}`, inner, leaves, names)
    return
  }
  if (!isList(value) || !value.some(isThing)) {
    const told = valueOf(value)
    leaves.set(path, { told, mark: JSON.stringify(told) })
    return
  }
  leaves.set(path, { told: value.map(titleOf), mark: JSON.stringify(value.map(keyOf)) })
  for (const [index, item] of value.entries()) {
    const place = `${path}[${keyOf(item, index)}]`
    if (!names.has(place)) names.set(place, `${path}[${titleOf(item, index)}]`)
    collect(place, item, leaves, names)
  }
}

/** Returns a path with titles for keys: `cohorts[c1].name` → `cohorts[Class of 2026].name`. */
const named = (path: string, names: Names): string => {
  const places = [...names.keys()].filter((place) => path.startsWith(`${place}.`))
  const place = places.toSorted((one, other) => other.length - one.length)[0]
  return place === undefined ? path : `${names.get(place) ?? place}${path.slice(place.length)}`
}

/**
 * Returns the differences between two contents of a document, field by field, as the history shows them:
 * `dates.ends_on`, `dates.cohorts[Class of 2026].waiver_deadline_on`. Items of a list match by `key`; added,
 * removed or reordered items are shown by title.
 */
export const documentChanges = (kind: string, before: object, after: object): FieldChange[] => {
  const [former, present]: [Leaves, Leaves] = [new Map(), new Map()]
  const names: Names = new Map()
  collect('', before, former, names)
  collect('', after, present, names)
  const isChanged = (path: string): boolean =>
    (former.get(path)?.mark ?? 'null') !== (present.get(path)?.mark ?? 'null')
  const changed = [...new Set([...former.keys(), ...present.keys()])].filter(isChanged)
  return changed.flatMap((path) => {
    const told = { before: former.get(path)?.told ?? null, after: present.get(path)?.told ?? null }
    const belongs = hashed(path)
    if (!belongs) return [{ field: `${kind}.${named(path, names)}`, ...told }]
    // only someone’s “Still right” is a change: other hashes follow the texts
    const isSaid = told.before !== null && told.after !== null && !belongs.texts.some(isChanged)
    const field = `${kind}.${named(belongs.translation, names)}`
    return isSaid ? [{ field, before: 'English changed', after: 'Still right' }] : []
  })
}

interface Hashed {
  /** The path of the text in another language. */
  readonly translation: string
  /** The paths of the texts whose change explains that of the hash. */
  readonly texts: readonly string[]
}

/** Returns what a hash of the English belongs to; null for other paths. */
const hashed = (path: string): Hashed | null => {
  const [, ofEmail] = /^(translations\.\w+)\.of$/.exec(path) ?? []
  if (ofEmail !== undefined)
    return {
      translation: ofEmail,
      texts: ['subject', 'html', 'text'].flatMap((name) => [name, `${ofEmail}.${name}`]),
    }
  const found = /^(|.*\.)(?:es\.of\.(\w+)|of\.es)$/.exec(path)
  if (!found) return null
  const [, at = '', name] = found
  const [translation, english] =
    name === undefined ? [`${at}es`, `${at}en`] : [`${at}es.${name}`, `${at}${name}`]
  return { translation, texts: [translation, english] }
}
