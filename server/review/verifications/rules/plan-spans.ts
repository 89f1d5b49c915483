import type { QualifiedDays } from '#server/platform/lib/x12/response.ts'

/** A stretch of days, both inclusive, `YYYY-MM-DD`; null where it has no known begin or end. */
export interface Span {
  readonly begins_on: string | null
  readonly ends_on: string | null
}

/** DTP01 of the days of a plan, of the eligibility for it, and of a benefit (005010X279A1): range, begin and end. */
const families = [
  { range: '291', begin: '346', end: '347' },
  { range: '307', begin: '356', end: '357' },
  { range: '292', begin: '348', end: '349' },
] as const
type Family = (typeof families)[number]

/** What payers write for no end. */
const noEnd = '9999-12-31'

const span = (begins_on: string | null, ends_on: string | null): Span => ({
  begins_on,
  ends_on: ends_on === noEnd ? null : ends_on,
})

/** Returns whether a span ends before it begins, and so is none. */
export const isBackward = ({ begins_on: begins, ends_on: ends }: Span): boolean =>
  begins !== null && ends !== null && ends < begins

/** Pairs begins with ends: each with the first end from its day on, before the next begin. One begin and one end are a pair. */
const paired = (begins: readonly string[], ends: readonly string[]): Span[] => {
  const [begin, end] = [begins[0], ends[0]]
  if (begins.length === 1 && ends.length === 1 && begin !== undefined && end !== undefined)
    return [span(begin, end)]
  const left = new Set(ends)
  const spans = begins.map((day, index) => {
    const next = begins[index + 1]
    const own = ends.find((one) => left.has(one) && one >= day && (next === undefined || one < next))
    if (own !== undefined) left.delete(own)
    return span(day, own ?? null)
  })
  return [...spans, ...[...left].map((day) => span(null, day))]
}

/** Returns the spans of one family: its ranges, and its single begins and ends in pairs. */
const spansOfFamily = ({ range, begin, end }: Family, days: readonly QualifiedDays[]): Span[] => {
  const all: ReadonlySet<string> = new Set([range, begin, end])
  const own = days.filter(({ qualifier }) => all.has(qualifier))
  const ranges = own.flatMap(({ begins, ends }) => (ends === null ? [] : [span(begins, ends)]))
  const single = own.filter(({ ends }) => ends === null)
  // a single day of a plan or benefit (291, 292) is the day of the answer; of eligibility it’s the begin
  const begins = single.filter(({ qualifier }) => qualifier === begin || qualifier === '307')
  const ends = single.filter(({ qualifier }) => qualifier === end)
  const dayOf = ({ begins: day }: QualifiedDays): string => day
  return [...ranges, ...paired(begins.map(dayOf).toSorted(), ends.map(dayOf).toSorted())]
}

const laterBegin = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
const earlierEnd = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** Returns the days that are in both lists. */
const intersection = (some: readonly Span[], others: readonly Span[]): Span[] =>
  some.flatMap((one) =>
    others
      .map((other) =>
        span(laterBegin(one.begins_on, other.begins_on), earlierEnd(one.ends_on, other.ends_on)),
      )
      .filter((both) => !isBackward(both)),
  )

/** The spans that some days mean, and whether one of them ends before it begins. */
interface ReadSpans {
  readonly spans: readonly Span[]
  readonly hasBackward: boolean
}

/**
 * Returns the spans that the days (DTP) of a loop mean: of the plan, of the eligibility and of the benefit, as far as they’re
 * given; only days in all of them are certain. None if they say nothing.
 */
export const readSpans = (days: readonly QualifiedDays[]): ReadSpans => {
  const all = families.map((family) => spansOfFamily(family, days)).filter(({ length }) => length > 0)
  const hasBackward = all.flat().some(isBackward)
  const forward = all.map((spans) => spans.filter((one) => !isBackward(one)))
  const [first = [], ...others] = forward
  return { spans: others.reduce<Span[]>(intersection, [...first]), hasBackward }
}

/** Returns whether a day is in a span. */
export const holds = ({ begins_on: begins, ends_on: ends }: Span, day: string): boolean =>
  (begins === null || begins <= day) && (ends === null || ends >= day)

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

const begin = ({ begins_on: day }: Span): string => day ?? ''

/** Returns spans in order, joined where they touch or overlap. */
export const joined = (spans: readonly Span[]): Span[] => {
  const result: Span[] = []
  for (const next of spans.toSorted((one, other) => (begin(one) < begin(other) ? -1 : 1))) {
    const last = result.at(-1)
    const touches =
      last && (last.ends_on === null || next.begins_on === null || next.begins_on <= dayAfter(last.ends_on))
    if (!last || !touches) {
      result.push(next)
      continue
    }
    const isOpen = last.ends_on === null || next.ends_on === null
    const latest = isOpen ? null : laterBegin(last.ends_on, next.ends_on)
    result[result.length - 1] = span(last.begins_on, latest)
  }
  return result
}
