/** A full file says everything about everyone; a changes file only what changed since the last released file. */
export const carrierFileKinds = ['full', 'changes'] as const
export type CarrierFileKind = (typeof carrierFileKinds)[number]
export const carrierFileKindLabels: Record<CarrierFileKind, string> = {
  full: 'Full file',
  changes: 'Changes only',
}

/** A prepared file is `ready` until someone releases or discards it. */
export const carrierFileStates = ['queued', 'preparing', 'ready', 'released', 'failed', 'discarded'] as const

/** What a file says about a person or a coverage (INS03, HD01). */
export const maintenanceTypes = ['add', 'change', 'term', 'reinstate', 'audit'] as const
export type MaintenanceType = (typeof maintenanceTypes)[number]
export const maintenanceCodes = {
  add: '021',
  change: '001',
  term: '024',
  reinstate: '025',
  audit: '030',
} as const satisfies Record<MaintenanceType, string>

/** A person’s relation to the student who is the subscriber (INS02). */
export const memberRelations = ['self', 'spouse', 'child', 'domestic_partner'] as const
export type MemberRelation = (typeof memberRelations)[number]

/** How a difference to the last file is told. */
export const differenceKinds = ['added', 'changed', 'ended', 'reinstated', 'details'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** What a carrier knows of a person besides coverage, by what staff call it. */
export const memberDetails = [
  'name',
  'birth_date',
  'gender',
  'ssn',
  'student_id',
  'address',
  'phone',
  'email',
  'campus',
  'student_status',
  'education_dates',
] as const
export type MemberDetail = (typeof memberDetails)[number]
export const memberDetailLabels: Record<MemberDetail, string> = {
  name: 'name',
  birth_date: 'date of birth',
  gender: 'gender',
  ssn: 'SSN',
  student_id: 'student ID or member ID',
  address: 'address',
  phone: 'phone',
  email: 'email',
  campus: 'campus',
  student_status: 'student status',
  education_dates: 'start or graduation date',
}

/** What changed in a coverage that goes on. */
export const coverageDetails = [
  'tier',
  'plan_code',
  'starts_on',
  'ends_on',
  'premium',
  'group_number',
] as const
export type CoverageDetail = (typeof coverageDetails)[number]
export const coverageDetailLabels: Record<CoverageDetail, string> = {
  tier: 'tier',
  plan_code: 'plan code',
  starts_on: 'start date',
  ends_on: 'end date',
  premium: 'premium',
  group_number: 'group number',
}

/** What a carrier would reject, and the sentence for staff. */
export const carrierProblems = {
  no_ssn: 'No SSN.',
  no_address: 'No street address.',
  no_city: 'No city.',
  no_state: 'No U.S. state.',
  no_zip: 'No ZIP.',
  name_not_sendable: 'The name has letters that the file can’t carry. Enter it in Latin letters.',
  address_too_long: 'The address has more than 110 characters. Shorten it.',
  no_birth_date: 'No date of birth.',
  no_start: 'No coverage start date.',
  no_end: 'Coverage ended, but there’s no coverage end date.',
  ends_before_start: 'The coverage end date is before the start date.',
  no_dependents: 'The tier is with dependents, but the coverage includes none.',
  dependents_differ: 'The dependents with this coverage don’t fit the tier.',
  no_plan_code: 'The settings have no plan code for this tier.',
} as const
// Object.keys drops the type of the keys
export const carrierProblemCodes = Object.keys(carrierProblems) as [CarrierProblem, ...CarrierProblem[]]
export type CarrierProblem = keyof typeof carrierProblems

/** Where the field that has to be filled in is. */
export const problemPlaces = ['student', 'coverage', 'dependents', 'settings'] as const
export type ProblemPlace = (typeof problemPlaces)[number]
