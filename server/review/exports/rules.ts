import { exportHours } from '#contract/review/exports/shapes.ts'

/** Returns the file name: 'Harborview University 2026–27 students 2026-11-20.csv'. */
export const fileNameOf = (
  school: string,
  period: string,
  day: string,
  format: string,
  what = 'students',
): string => `${`${school} ${period} ${what} ${day}`.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-')}.${format}`

/** Returns when a file written now expires. */
export const expiresAt = (now: Date): string =>
  new Date(now.getTime() + exportHours * 3_600_000).toISOString()

/** The content types of the files by format. */
export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
