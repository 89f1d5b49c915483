import { lastMonthDay, weekdayLabels, weekdays, type RepeatKind, type Weekday } from './choices.ts'

/** The days and the hour of a schedule, in the school’s time zone. */
export interface When {
  readonly repeats: RepeatKind
  /** Used if it repeats weekly. */
  readonly weekdays: readonly Weekday[]
  /** Used if it repeats monthly; null otherwise. */
  readonly month_day: number | null
  /** 0 is midnight. */
  readonly hour: number
}

/** Returns an hour as a time of day: '7:00 a.m.', '12:00 p.m.' */
export const hourText = (hour: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12}:00\u00a0${hour < 12 ? 'a.m.' : 'p.m.'}`

const ordinals: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const plural = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** Returns a day of a month: '1st', '22nd', 'last day'. */
export const monthDayText = (day: number): string =>
  day === lastMonthDay ? 'last day' : `${day}${ordinals[plural.select(day)] ?? 'th'}`

const lists = new Intl.ListFormat('en-US', { type: 'conjunction' })

const daysText = ({ repeats, weekdays: chosen, month_day }: When): string => {
  if (repeats === 'monthly') return `The ${monthDayText(month_day ?? lastMonthDay)} of each month`
  const days = weekdays.filter((day) => chosen.includes(day))
  if (days.length === 7) return 'Every day'
  if (days.join() === 'mon,tue,wed,thu,fri') return 'Weekdays'
  return lists.format(days.map((day) => `${weekdayLabels[day]}s`))
}

/** Returns when a schedule is due: 'Mondays and Thursdays at 7:00 a.m.', 'The 1st of each month at 12:00 p.m.' */
export const whenText = (when: When): string => `${daysText(when)} at ${hourText(when.hour)}`
