import { exportHours } from '#contract/exports/shapes.ts'

/** Under which name a file is saved: 'Harborview University 2026–27 students 2026-11-20.csv'. */
export const fileNameOf = (school: string, period: string, day: string, format: string): string =>
  `${`${school} ${period} students ${day}`.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-')}.${format}`

/** Until when a file is kept that is written now. */
export const keptUntil = (now: Date): string =>
  new Date(now.getTime() + exportHours * 3_600_000).toISOString()
