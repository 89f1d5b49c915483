import type { TableLayout } from '#contract/platform/table-layout.ts'
import { isRecord } from '#client/platform/lib/plain-record.ts'
import { readTableSearch, type TableSearch } from '#client/platform/lib/table-search.ts'

/** A rule tree in a URL; its fields, modes and values are validated where the columns are known. */
export interface AskedGroup {
  readonly operator: 'and' | 'or'
  readonly rules: readonly (AskedGroup | AskedRule)[]
}
export interface AskedRule {
  readonly field: string
  readonly match_mode?: unknown
  readonly value?: unknown
}

/**
 * The URL parameters of the student list: the open view, and what differs from it. Within a view, an empty parameter
 * removes that part of the view.
 */
export interface ListSearch extends TableSearch {
  /** A built-in view by its key, a saved one by its ID; absent: all students. */
  readonly view?: string | number
  readonly where?: AskedGroup
  /** The table's layout, if a link or a view sets it. */
  readonly layout?: TableLayout
}

/** Parameters that can be empty on purpose. */
const emptied = (search: Readonly<Record<string, unknown>>): Partial<ListSearch> => ({
  ...(search['q'] === '' ? { q: '' } : {}),
  ...(search['sort'] === '' ? { sort: '' } : {}),
  ...(isRecord(search['filters']) && Object.keys(search['filters']).length === 0 ? { filters: {} } : {}),
})

const viewIn = (value: unknown): Partial<ListSearch> => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? { view: value } : {}
  return typeof value === 'string' && /^[a-z_]{1,40}$/.test(value) ? { view: value } : {}
}

const whereIn = (value: unknown): Partial<ListSearch> =>
  isRecord(value) && Array.isArray(value['rules'])
    ? { where: groupIn(value['operator'], value['rules']) }
    : {}

const groupIn = (operator: unknown, rules: readonly unknown[]): AskedGroup => ({
  operator: operator === 'or' ? 'or' : 'and',
  rules: rules.flatMap(nodeIn),
})

const nodeIn = (value: unknown): (AskedGroup | AskedRule)[] => {
  if (!isRecord(value)) return []
  const { field, match_mode, rules } = value
  if (Array.isArray(rules)) return [groupIn(value['operator'], rules)]
  return 'rules' in value || typeof field !== 'string' ? [] : [{ field, match_mode, value: value['value'] }]
}

const isOneOf = <V extends string>(value: unknown, values: readonly V[]): value is V =>
  values.some((one) => one === value)

const namesIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined

const onlyValues = <V>(value: unknown, isValue: (one: unknown) => one is V): Record<string, V> | undefined =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, V] => isValue(entry[1])))
    : undefined

const isWidth = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 40 && Number(value) <= 1200
const isPin = (value: unknown): value is 'start' | 'end' => isOneOf(value, ['start', 'end'])

const layoutIn = (value: unknown): Partial<ListSearch> => {
  if (!isRecord(value)) return {}
  const shown = namesIn(value['shown'])
  const widths = onlyValues(value['widths'], isWidth)
  const pins = onlyValues(value['pins'], isPin)
  const { density, page_mode } = value
  return {
    layout: {
      ...(shown ? { shown: [...new Set(shown)] } : {}),
      ...(widths ? { widths } : {}),
      ...(pins ? { pins } : {}),
      ...(isOneOf(density, ['regular', 'compact']) ? { density } : {}),
      ...(isOneOf(page_mode, ['pages', 'scroll']) ? { page_mode } : {}),
    },
  }
}

/** Parses the list's URL parameters; drops invalid ones without an error. */
export const readListSearch = (search: Readonly<Record<string, unknown>>): ListSearch => ({
  ...readTableSearch(search),
  ...emptied(search),
  ...viewIn(search['view']),
  ...whereIn(search['where']),
  ...layoutIn(search['layout']),
})
