import { officeDay } from '#contract/platform/office.ts'
import { localDay } from './format.ts'

/** The day that a demo takes for today. */
let pretended: string | null = null

/** Makes every screen take a day for today, as the demo’s server does; null for the real one. */
export const takeForToday = (day: string | null): void => {
  pretended = day
}

/** Returns today in the user's time zone, `YYYY-MM-DD`, or the day that a demo takes for it. */
export const currentDay = (): string => pretended ?? localDay(new Date())

/** Returns today at the office, `YYYY-MM-DD`, or the day that a demo takes for it. */
export const currentOfficeDay = (): string => pretended ?? officeDay(new Date())
