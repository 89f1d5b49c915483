/** The pages of the staff guide (`docs/guide/`), in the order of the index. */
export const guideKeys = [
  'first-day',
  'deadline-week',
  'unable-to-process',
  'appeals',
  'checks-and-reverification',
  'new-year',
  'bursar-run',
  'carrier-file',
  'age-out',
  'audits',
] as const

export type GuideKey = (typeof guideKeys)[number]

const year = '/schools/$school/period/$period'

/** The page about the screens whose paths start like this; the first that fits counts. */
export const guideByPath: readonly (readonly [start: string, page: GuideKey])[] = [
  [`${year}/student-form-submissions/agreement`, 'appeals'],
  [`${year}/student-form-submission`, 'deadline-week'],
  [`${year}/default-enrollment`, 'deadline-week'],
  [`${year}/messages`, 'deadline-week'],
  [`${year}/emails`, 'deadline-week'],
  [`${year}/reverifications`, 'checks-and-reverification'],
  [`${year}/reports/waiver-export`, 'checks-and-reverification'],
  [`${year}/reports/carrier-file`, 'carrier-file'],
  [`${year}/reports/age-out`, 'age-out'],
  [`${year}/reports`, 'bursar-run'],
  [`${year}/import`, 'new-year'],
  [`${year}/set-up`, 'new-year'],
  [`${year}/insurance-options`, 'new-year'],
  [`${year}/waiver-options`, 'new-year'],
  [`${year}/website`, 'new-year'],
  ['/schools/$id/settings/eligibility', 'checks-and-reverification'],
  ['/schools/$id/settings', 'new-year'],
  ['/settings/payer-health', 'checks-and-reverification'],
  ['/settings/insurance-companies', 'checks-and-reverification'],
  ['/settings/activity', 'audits'],
  ['/settings/users', 'audits'],
  ['/student/$student/history', 'audits'],
  ['/student/$student/disclosures', 'audits'],
  ['/student/$student/inovalon-verifications', 'checks-and-reverification'],
]

/** Returns the page about a screen by the path of its route: '/settings/users'. */
export const guidePageOf = (path: string): GuideKey =>
  guideByPath.find(([start]) => path.startsWith(start))?.[1] ?? 'first-day'
