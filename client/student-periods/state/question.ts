import { hashKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { studentListColumns } from '#contract/student-periods/columns.ts'
import { narrowing } from '#contract/student-periods/narrowing.ts'
import type { Filters } from '#contract/table-filters.ts'
import { rulesOf, type WhereGroup, type WhereNode } from '#contract/table-where.ts'
import type { StoredQuery } from '#contract/views/shapes.ts'
import { parseSort, sortText } from '#client/ui/data-table/sorting.ts'
import type { AskedGroup, AskedRule, ListSearch } from '#client/common/list-search.ts'

/** What the list is asked: who, and in what order. */
export interface Question {
  readonly q: string
  readonly filters: Filters
  /** The tree of rules; null where there is none. */
  readonly where: WhereGroup | null
  readonly sort: string
}

/** The same as an address asks it: its tree is not judged yet. */
type Asked = Omit<Question, 'where'> & { readonly where: AskedGroup | null }

export const everybody: Question = { q: '', filters: {}, where: null, sort: '' }

const noRules: WhereGroup = { operator: 'and', rules: [] }

/** Whether two values say the same, in whatever order their keys stand: a database orders them its own way. */
export const saysSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other])

/** What a view asks. */
export const questionOf = ({ search, filters, where, sort }: StoredQuery): Question => ({
  q: search ?? '',
  filters: filters ?? {},
  where: where && where.rules.length > 0 ? where : null,
  sort: sort ?? '',
})

/** The same as it is stored in a view. */
export const storedQueryOf = ({ q, filters, where, sort }: Question) => ({
  ...(q === '' ? {} : { search: q }),
  ...(Object.keys(filters).length === 0 ? {} : { filters: { ...filters } }),
  ...(where === null ? {} : { where }),
  ...(sort === '' ? {} : { sort }),
})

/** What an address asks within a view. */
export const askedIn = ({ q, filters, where, sort }: ListSearch, view: Question): Asked => ({
  q: q ?? view.q,
  filters: filters ?? view.filters,
  where: where === undefined ? view.where : where.rules.length === 0 ? null : where,
  sort: sort ?? view.sort,
})

type Differing = { readonly [K in keyof Question]: ListSearch[K] | undefined }

/** What of a question the address has to say beside its view: only what differs. */
export const differing = (asked: Question, view: Question): Differing => ({
  q: asked.q === view.q ? undefined : asked.q,
  filters: saysSame(asked.filters, view.filters) ? undefined : asked.filters,
  where: saysSame(asked.where, view.where) ? undefined : (asked.where ?? noRules),
  sort: asked.sort === view.sort ? undefined : asked.sort,
})

/** A question as every call of the list takes it, in a query string. */
export const narrowingOf = ({ q, filters, where }: Question) => ({
  ...(q === '' ? {} : { search: q }),
  ...(Object.keys(filters).length === 0 ? {} : { filters: JSON.stringify(filters) }),
  ...(where === null ? {} : { where: JSON.stringify(where) }),
})

/** Whether anything but the order is asked. */
export const isNarrowing = ({ q, filters, where }: Question): boolean =>
  q !== '' || Object.keys(filters).length > 0 || rulesOf(where ?? undefined).length > 0

const isKnownFilter = (field: string, filter: unknown): boolean =>
  z.safeParse(narrowing.filters, { [field]: filter }).success
const knownRule = (rule: AskedRule): WhereNode | undefined =>
  z.safeParse(narrowing.where, { operator: 'and', rules: [rule] }).data?.rules[0]

/** The question as far as the list knows it, and the fields whose rules were left out. */
export interface Readable {
  readonly question: Question
  readonly leftOut: readonly string[]
}

/** Leaves out, rather than being refused for, what the list does not know or no longer has. */
export const readable = (question: Asked): Readable => {
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
  const where = question.where && prune(question.where)
  const keys = parseSort(question.sort).filter(({ field }) =>
    keep(Object.hasOwn(studentListColumns, field), field),
  )
  return {
    question: {
      q: question.q,
      filters: Object.fromEntries(
        Object.entries(question.filters).filter(([field, filter]) =>
          keep(isKnownFilter(field, filter), field),
        ),
      ),
      where: where && where.rules.length > 0 ? where : null,
      sort: sortText(keys) ?? '',
    },
    leftOut: [...leftOut],
  }
}
