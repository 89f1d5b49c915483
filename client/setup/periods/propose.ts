import type { Period } from '#contract/setup/periods/shapes.ts'

/** Returns the same day a year later: '2026-08-01' → '2027-08-01'; February 29 becomes February 28. */
export const yearLater = (day: string): string => {
  const [year = '', rest = ''] = [day.slice(0, 4), day.slice(4)]
  return `${String(Number(year) + 1).padStart(4, '0')}${rest === '-02-29' ? '-02-28' : rest}`
}

/**
 * Returns the next year's name: '2026–27' → '2027–28', '2026-2027' → '2027-2028', 'Fall 2026' → 'Fall 2027'; ''
 * without a year in it.
 */
export const nextName = (name: string): string => {
  if (!/\b\d{4}\b/.test(name)) return ''
  return name.replaceAll(
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
  readonly medical_offered: boolean
  readonly dental_offered: boolean
  readonly vision_offered: boolean
}

/** Proposes the year after the latest one, with its setup; for a first one August to July, medical only. */
export const proposePeriod = (periods: readonly Period[], today: string): PeriodProposal => {
  const [latest] = [...periods].sort((one, other) => other.starts_on.localeCompare(one.starts_on))
  if (latest)
    return {
      name: nextName(latest.name),
      starts_on: yearLater(latest.starts_on),
      ends_on: yearLater(latest.ends_on),
      waiver_deadline_on: latest.waiver_deadline_on === null ? '' : yearLater(latest.waiver_deadline_on),
      copy_from_period_id: latest.id,
      medical_offered: latest.medical_offered,
      dental_offered: latest.dental_offered,
      vision_offered: latest.vision_offered,
    }
  const year = Number(today.slice(0, 4))
  return {
    name: `${year}–${String((year + 1) % 100).padStart(2, '0')}`,
    starts_on: `${year}-08-01`,
    ends_on: `${year + 1}-07-31`,
    waiver_deadline_on: '',
    copy_from_period_id: null,
    medical_offered: true,
    dental_offered: false,
    vision_offered: false,
  }
}
