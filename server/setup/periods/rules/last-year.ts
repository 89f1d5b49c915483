import { isWebAddress } from '#contract/platform/rich-text.ts'
import type { Option } from '#contract/setup/period-documents/dropdowns.ts'

/** A policy year, as its texts name it. */
export interface NamedYear {
  readonly name: string
  readonly starts_on: string
  readonly ends_on: string
}

/** A part of a text that names the earlier year, and what it becomes, with a few words around it. */
interface Mention {
  readonly before: string
  readonly after: string
}

/** A value of a document that still names the earlier year. */
export interface StaleValue {
  /** A dot path, with the index of items in lists. */
  readonly path: string
  readonly mentions: readonly Mention[]
  /** The value as it would be for the new year. */
  readonly after: unknown
}

interface Years {
  readonly from: NamedYear
  readonly to: NamedYear
}

const yearOf = (day: string): number => Number(day.slice(0, 4))

/**
 * Returns the values of a copied document that still name the earlier year. `source` is the same document in the earlier
 * year. A year that both policy years include, such as 2027 in 2026–27 and 2027–28, counts only in a text that is the
 * same as in the earlier year: there it means the earlier year’s end.
 */
export const staleValues = (content: unknown, source: unknown, years: Years): StaleValue[] => {
  const shift = yearOf(years.to.starts_on) - yearOf(years.from.starts_on)
  if (shift < 1) return []
  const former = new Map(valuesIn(source).map(({ keyed, value }) => [keyed, JSON.stringify(value)]))
  return valuesIn(content).flatMap(({ path, keyed, value }): StaleValue[] => {
    const isCopied = former.get(keyed) === JSON.stringify(value)
    const replaced = typeof value === 'string' ? inText(value, { ...years, shift, isCopied }) : null
    if (replaced) return [{ path, ...replaced }]
    return isCopied && Array.isArray(value) ? inList(path, value, { ...years, shift }) : []
  })
}

/** Returns content with the values at some paths replaced. */
export const withValues = (content: unknown, values: ReadonlyMap<string, unknown>, path = ''): unknown => {
  if (values.has(path)) return values.get(path)
  if (typeof content !== 'object' || content === null) return content
  const parts = Object.entries(content).map(
    ([name, inner]: [string, unknown]) => [name, withValues(inner, values, joined(path, name))] as const,
  )
  return Array.isArray(content) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
}

interface Value {
  readonly path: string
  /** The path with the keys of items, which stay the same when they’re reordered. */
  readonly keyed: string
  readonly value: unknown
}

/** Not texts: what identifies something, here or at an insurance company, and the values that records use. */
const otherNames = new Set(['key', 'url', 'src', 'group_number', 'member_website', 'version'])
const optionLists = /^options\.(program|campus|rotation_location|loa_reason)$/

/** The lists that count as one value: class years of an audience or rule, and those on offer. */
export const isClassYears = (path: string): boolean =>
  /(^|\.)class_years$|^options\.graduation_year$/.test(path)

const valuesIn = (value: unknown, path = '', keyed = ''): Value[] => {
  if (typeof value === 'string' || isClassYears(path)) return [{ path, keyed, value }]
  if (typeof value !== 'object' || value === null || optionLists.test(path)) return []
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (otherNames.has(name)) return []
    const key = Array.isArray(value) ? keyIn(inner) : null
    return valuesIn(inner, joined(path, name), joined(keyed, key ?? name))
  })
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

const keyIn = (item: unknown): string | null =>
  typeof item === 'object' && item !== null && 'key' in item && typeof item.key === 'string' ? item.key : null

interface TextYears extends Years {
  readonly shift: number
  readonly isCopied: boolean
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekday = new RegExp(`\\b(?:${weekdays.join('|')})(,? (${months}) (\\d{1,2}),? (\\d{4}))\\b`, 'g')
/** A class, a range of years or one year; tags and addresses are left alone. */
const named =
  /<[^>]*>|https?:\/\/\S+|\bClass of (\d{4})\b|(?<![\d$-])(\d{4})(?:(\s?[–/-]\s?)(\d{4}|\d{2}))?(?!\d)/gi

/** Characters around a mention that a preview shows. */
const around = 40

/** Returns a text for the new year; null if it doesn’t name the earlier one. */
const inText = (text: string, years: TextYears): Omit<StaleValue, 'path'> | null => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) || isWebAddress(text)) return null
  const after = withWeekdays(text, shifted(text, years))
  if (after === text) return null
  return { after, mentions: excerptsOf(text, years) }
}

const shifted = (text: string, years: TextYears): string =>
  renamed(text, years).replaceAll(named, (match: string, ...groups: (string | undefined)[]) =>
    yearsLater(match, groups, years),
  )

/** Replaces the earlier year’s name if it’s a name without years: 'Plan year B'. */
const renamed = (text: string, { from, to }: Years): string =>
  /\d{4}/.test(from.name) || from.name.length < 4 ? text : text.replaceAll(from.name, to.name)

const yearsLater = (
  match: string,
  [classOf, first, dash = '', second]: readonly (string | undefined)[],
  years: TextYears,
): string => {
  const later = (year: string): string => String(Number(year) + years.shift).padStart(2, '0')
  if (classOf !== undefined) return years.isCopied ? match.replace(classOf, later(classOf)) : match
  if (first === undefined) return match
  const isRange = second !== undefined && (Number(first) + 1 - Number(second)) % 100 === 0
  if (!isRange) return isEarlier(Number(first), years) ? match.replace(first, later(first)) : match
  const isSource =
    Number(first) === yearOf(years.from.starts_on) && Number(first) < yearOf(years.from.ends_on)
  return isSource ? `${later(first)}${dash}${later(second).slice(-second.length)}` : match
}

/** Returns whether a single year means the earlier policy year. */
const isEarlier = (year: number, { from, to, isCopied }: TextYears): boolean => {
  const [starts, ends] = [yearOf(from.starts_on), yearOf(from.ends_on)]
  return (year >= starts && year <= ends && year < yearOf(to.starts_on)) || (isCopied && year === ends)
}

/** Corrects the weekday of each date whose year changed: “Tuesday, September 15, 2026” isn’t a Tuesday in 2027. */
const withWeekdays = (before: string, after: string): string =>
  after === before
    ? after
    : after.replaceAll(weekday, (match: string, date: string, month: string, day: string, year: string) => {
        if (before.includes(match)) return match
        const at = new Date(Date.UTC(Number(year), months.split('|').indexOf(month), Number(day)))
        return `${weekdays[at.getUTCDay()] ?? ''}${date}`
      })

const plain = (html: string): string =>
  html
    .replaceAll(/<\/(p|li|h\d|div)>|<br>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&nbsp;|\s+/g, ' ')
    .trim()

/** Returns the sentences around each mention, before and after. */
const excerptsOf = (text: string, years: TextYears): Mention[] => {
  const pieces = plain(text).split(/(?<=[.!?])\s+/)
  return pieces.flatMap((piece): Mention[] => {
    const after = withWeekdays(piece, shifted(piece, years))
    return after === piece ? [] : [shortened(piece, after)]
  })
}

/** Cuts two texts to where they differ, at the same places. */
const shortened = (before: string, after: string): Mention => {
  let start = 0
  while (before[start] === after[start]) start += 1
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1
  const cut = (text: string): string => {
    const [from, to] = [Math.max(0, start - around), Math.min(text.length, text.length - end + around)]
    return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
  }
  return { before: cut(before), after: cut(after) }
}

/** Returns a list of class years for the new year: an audience always, those on offer if one of them graduates. */
const inList = (
  path: string,
  list: readonly unknown[],
  years: Years & { readonly shift: number },
): StaleValue[] => {
  const graduates = (year: number): boolean => year < yearOf(years.to.ends_on)
  const [numbers, options] = [list.filter((one) => typeof one === 'number'), list.filter(isOption)]
  const before = [...numbers, ...activeYears(options)]
  if (numbers.length === 0 && !before.some(graduates)) return []
  const later = numbers.map((year) => year + years.shift)
  const offered = offeredLater(options, graduates)
  const mention = { before: before.join(', '), after: [...later, ...activeYears(offered)].join(', ') }
  return [{ path, after: [...later, ...offered], mentions: [mention] }]
}

const isOption = (item: unknown): item is Option =>
  typeof item === 'object' && item !== null && 'key' in item && 'value' in item && 'is_retired' in item

const activeYears = (options: readonly Option[]): number[] =>
  options.filter(({ is_retired }) => !is_retired).map(({ value }) => Number(value))

/** Retires the class years that have graduated, because records can have them, and adds as many after the last. */
const offeredLater = (options: readonly Option[], graduates: (year: number) => boolean): Option[] => {
  const retired = activeYears(options).filter(graduates).length
  const last = Math.max(...options.map(({ value }) => Number(value)))
  return [
    ...options.map((one) => (graduates(Number(one.value)) ? { ...one, is_retired: true } : one)),
    ...Array.from({ length: retired }, (_, index) => {
      const value = String(last + index + 1)
      return { key: `class-${value}`, value, is_retired: false }
    }),
  ]
}
