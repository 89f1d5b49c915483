import { foldText } from '#contract/platform/fold-text.ts'
import type { Period } from '#contract/setup/periods/shapes.ts'

/** Returns the same day a year later: '2026-08-01' → '2027-08-01'; February 29 becomes February 28. */
export const yearLater = (day: string): string => {
  const [year = '', rest = ''] = [day.slice(0, 4), day.slice(4)]
  return `${String(Number(year) + 1).padStart(4, '0')}${rest === '-02-29' ? '-02-28' : rest}`
}

/**
 * Returns the next year's name: '2026–27' → '2027–28', '2026-2027' → '2027-2028', 'Fall 2026' → 'Fall 2027'; ''
 * without a year in it. The number of a second year of the same name isn’t in it.
 */
export const nextName = (name: string): string => {
  if (!/\b\d{4}\b/.test(name)) return ''
  return name
    .replace(/ \(\d+\)$/, '')
    .replaceAll(
      /(\d{4})(?:(\s?[–/-]\s?)(\d{2}(?:\d{2})?))?(?!\d)/g,
      (_, first: string, dash: string | undefined, second: string | undefined) => {
        const next = String(Number(first) + 1)
        if (dash === undefined || second === undefined) return next
        const end = Number(second) + 1
        return `${next}${dash}${second.length === 2 ? String(end % 100).padStart(2, '0') : String(end)}`
      },
    )
}

/** The initial values of the form for a new policy year. */
interface PeriodProposal {
  readonly name: string
  readonly starts_on: string
  readonly ends_on: string
  readonly waiver_deadline_on: string
  readonly copy_from_period_id: number | null
  readonly has_starter: boolean
  readonly medical_offered: boolean
  readonly dental_offered: boolean
  readonly vision_offered: boolean
}

/** Returns a name that no policy year has: '2027–28', or '2027–28 (2)'. */
const freeName = (name: string, periods: readonly Period[]): string => {
  const taken = new Set(periods.map((period) => foldText(period.name)))
  const names = periods.map((_, index) => `${name} (${index + 2})`)
  return [name, ...names].find((one) => name === '' || !taken.has(foldText(one))) ?? ''
}

/** Orders policy years by their start, the latest first. */
export const newestFirst = (one: Pick<Period, 'starts_on'>, other: Pick<Period, 'starts_on'>): number =>
  other.starts_on.localeCompare(one.starts_on)

/** Returns the policy year whose setup is likeliest to be finished: the latest that isn’t a draft. */
export const likeliestOf = (sources: readonly Period[]): Period | undefined =>
  sources.toSorted(
    (one, other) =>
      Number(one.state === 'draft') - Number(other.state === 'draft') || newestFirst(one, other),
  )[0]

/**
 * Proposes the year after `source` with its setup, by default the year after the latest one that was set up, with the setup that is
 * likeliest to be finished; for a first one August to July, medical only, with the standard forms and pages.
 */
export const proposePeriod = (periods: readonly Period[], today: string, source?: Period): PeriodProposal => {
  const sources = periods.filter(({ has_setup }) => has_setup)
  const [latest] = sources.toSorted(newestFirst)
  const from = source ?? latest
  const copied = source ?? likeliestOf(sources)
  if (from && copied)
    return {
      name: freeName(nextName(from.name), periods),
      starts_on: yearLater(from.starts_on),
      ends_on: yearLater(from.ends_on),
      waiver_deadline_on: from.waiver_deadline_on === null ? '' : yearLater(from.waiver_deadline_on),
      copy_from_period_id: copied.id,
      has_starter: false,
      medical_offered: copied.medical_offered,
      dental_offered: copied.dental_offered,
      vision_offered: copied.vision_offered,
    }
  const year = Number(today.slice(0, 4))
  return {
    name: freeName(`${year}–${String((year + 1) % 100).padStart(2, '0')}`, periods),
    starts_on: `${year}-08-01`,
    ends_on: `${year + 1}-07-31`,
    waiver_deadline_on: '',
    copy_from_period_id: null,
    has_starter: true,
    medical_offered: true,
    dental_offered: false,
    vision_offered: false,
  }
}
