import { hashKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { studentListColumns } from '#contract/platform/record/columns.ts'
import { narrowing } from '#contract/platform/record/narrowing.ts'
import type { Filters } from '#contract/platform/table-filters.ts'
import { rulesOf, type WhereGroup, type WhereNode } from '#contract/platform/table-where.ts'
import type { StoredQuery } from '#contract/records/views/shapes.ts'
import { parseSort, sortText } from '#client/platform/ui/data-table/sorting.ts'
import type { AskedGroup, AskedRule, ListSearch } from './list-search.ts'

/** The list's query: which students, and in what order. */
export interface ListQuery {
  readonly q: string
  readonly filters: Filters
  /** The rule tree; null if there is none. */
  readonly where: WhereGroup | null
  readonly sort: string
}

/** The query as in a URL: its tree isn't validated yet. */
type UncheckedQuery = Omit<ListQuery, 'where'> & { readonly where: AskedGroup | null }

export const everyone: ListQuery = { q: '', filters: {}, where: null, sort: '' }

const noRules: WhereGroup = { operator: 'and', rules: [] }

/** Returns whether two values are equal in any key order: the database orders keys its own way. */
export const isEqualQuery = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other])

/** Returns a saved query with a value for everything that it leaves out. */
export const queryOfView = ({ search, filters, where, sort }: StoredQuery): ListQuery => ({
  q: search ?? '',
  filters: filters ?? {},
  where: where && where.rules.length > 0 ? where : null,
  sort: sort ?? '',
})

/** Returns the query as it's saved in a view. */
export const storedQueryOf = ({ q, filters, where, sort }: ListQuery) => ({
  ...(q === '' ? {} : { search: q }),
  ...(Object.keys(filters).length === 0 ? {} : { filters: { ...filters } }),
  ...(where === null ? {} : { where }),
  ...(sort === '' ? {} : { sort }),
})

/** Returns the query of a URL within a view. */
export const queryInView = ({ q, filters, where, sort }: ListSearch, view: ListQuery): UncheckedQuery => ({
  q: q ?? view.q,
  filters: filters ?? view.filters,
  where: where === undefined ? view.where : where.rules.length === 0 ? null : where,
  sort: sort ?? view.sort,
})

type ChangedParameters = { readonly [K in keyof ListQuery]: ListSearch[K] | undefined }

/** Returns the URL parameters of a query within its view: only what differs. */
export const changedParameters = (asked: ListQuery, view: ListQuery): ChangedParameters => ({
  q: asked.q === view.q ? undefined : asked.q,
  filters: isEqualQuery(asked.filters, view.filters) ? undefined : asked.filters,
  where: isEqualQuery(asked.where, view.where) ? undefined : (asked.where ?? noRules),
  sort: asked.sort === view.sort ? undefined : asked.sort,
})

/** Returns a query as the list's calls take it, in a query string. */
export const requestOf = ({ q, filters, where }: ListQuery) => ({
  ...(q === '' ? {} : { search: q }),
  ...(Object.keys(filters).length === 0 ? {} : { filters: JSON.stringify(filters) }),
  ...(where === null ? {} : { where: JSON.stringify(where) }),
})

/** Returns whether a query filters, not only sorts. */
export const isFiltering = ({ q, filters, where }: ListQuery): boolean =>
  q !== '' || Object.keys(filters).length > 0 || rulesOf(where ?? undefined).length > 0

const isKnownFilter = (field: string, filter: unknown): boolean =>
  z.safeParse(narrowing.filters, { [field]: filter }).success
const knownRule = (rule: AskedRule): WhereNode | undefined =>
  z.safeParse(narrowing.where, { operator: 'and', rules: [rule] }).data?.rules[0]

/** The valid part of a query, and the fields whose rules were dropped. */
interface ReadableQuery {
  readonly query: ListQuery
  readonly leftOut: readonly string[]
}

/** Drops the fields that the list doesn't have or no longer has, because the server would reject the query. */
export const readable = (query: UncheckedQuery): ReadableQuery => {
  const leftOut = new Set<string>()
  const keep = (isKnown: boolean, field: string): boolean => {
    if (!isKnown) leftOut.add(field)
    return isKnown
  }
  const prune = (group: AskedGroup): WhereGroup => ({
    operator: group.operator,
    rules: group.rules.flatMap((node): WhereNode[] => {
      if ('rules' in node) return [prune(node)].filter(({ rules }) => rules.length > 0)
      const rule = knownRule(node)
      keep(rule !== undefined, node.field)
      return rule ? [rule] : []
    }),
  })
  const where = query.where && prune(query.where)
  const keys = parseSort(query.sort).filter(({ field }) =>
    keep(Object.hasOwn(studentListColumns, field), field),
  )
  return {
    query: {
      q: query.q,
      filters: Object.fromEntries(
        Object.entries(query.filters).filter(([field, filter]) => keep(isKnownFilter(field, filter), field)),
      ),
      where: where && where.rules.length > 0 ? where : null,
      sort: sortText(keys) ?? '',
    },
    leftOut: [...leftOut],
  }
}
