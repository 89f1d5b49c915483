import { accessActions } from '#contract/platform/history/shapes.ts'

/** What someone did: a change, or one of the actions of the access log. */
export const activityKinds = ['change', ...accessActions] as const
export type ActivityKind = (typeof activityKinds)[number]

export const activityKindLabels: Record<ActivityKind, string> = {
  change: 'Changed',
  view: 'Viewed',
  download: 'Downloaded',
  export: 'Exported',
  reveal: 'Revealed',
  login: 'Signed in',
  login_failed: 'Failed sign-in',
  logout: 'Signed out',
  refused: 'Access denied',
  emergency: 'Emergency access',
}

export const outcomes = ['allowed', 'refused'] as const
export type Outcome = (typeof outcomes)[number]

export const outcomeLabels: Record<Outcome, string> = { allowed: 'Allowed', refused: 'Denied' }

/** The most rows in a file of the activity log. */
export const activityFileRows = 100_000

/** Records of a change are counted up to this; a change of more is shown as “1,000+ records”. */
export const countedRecords = 1000

/** Files and papers whose students are recorded when they’re made. */
const recordedDisclosureKinds = ['export', 'print', 'report', 'scheduled_report', 'eligibility_file'] as const
export type RecordedDisclosureKind = (typeof recordedDisclosureKinds)[number]

/** Ways in which a student’s data leaves Shipmate. */
export const disclosureKinds = [
  ...recordedDisclosureKinds,
  'carrier_file',
  'bursar_file',
  'eligibility_check',
  'email',
] as const
export type DisclosureKind = (typeof disclosureKinds)[number]

export const disclosureKindLabels: Record<DisclosureKind, string> = {
  export: 'Student list, exported',
  print: 'Student list, printed',
  report: 'Age-out report',
  scheduled_report: 'Scheduled report',
  eligibility_file: 'Batch eligibility file',
  carrier_file: 'Carrier file (834)',
  bursar_file: 'Bursar file',
  eligibility_check: 'Eligibility check (270)',
  email: 'Email',
}
