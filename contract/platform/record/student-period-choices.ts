/** The academic statuses of a student in a policy year, in the order of the forms. */
export const academicStatuses = [
  'incoming',
  'returning',
  'continuing',
  'leave_of_absence',
  'part_time',
  'graduated',
  'withdrawn',
  'x',
] as const
export type AcademicStatus = (typeof academicStatuses)[number]
/** The academic statuses of students who have left: entering one runs the event separation. */
export const separatedStatuses = ['graduated', 'withdrawn'] as const satisfies readonly AcademicStatus[]
export const academicStatusLabels: Record<AcademicStatus, string> = {
  incoming: 'Incoming',
  returning: 'Returning',
  continuing: 'Continuing',
  leave_of_absence: 'Leave of absence',
  part_time: 'Part time',
  graduated: 'Graduated',
  withdrawn: 'Withdrawn',
  x: 'Other',
}

/** The record status. Inactive records are saved but left out of counts, mailings and jobs. */
export const recordStatuses = ['active', 'inactive'] as const
export type RecordStatus = (typeof recordStatuses)[number]
export const recordStatusLabels: Record<RecordStatus, string> = { active: 'Active', inactive: 'Inactive' }

export const insuranceTypes = [
  'ppo',
  'pos',
  'hmo',
  'epo',
  'indemnity',
  'commercial',
  'medicaid',
  'other',
] as const
export const insuranceTypeLabels: Record<(typeof insuranceTypes)[number], string> = {
  ppo: 'PPO',
  pos: 'POS',
  hmo: 'HMO',
  epo: 'EPO',
  indemnity: 'Indemnity',
  commercial: 'Commercial',
  medicaid: 'Medicaid',
  other: 'Other',
}

export const sourcesOfCoverage = [
  'parent_employer_group',
  'spouse_employer_group',
  'medicaid',
  'own_employer_group',
  'veterans_benefits',
  'individual_plan',
  'cobra',
  'individual_essential_plan',
  'tricare',
  'other',
] as const
export const sourceOfCoverageLabels: Record<(typeof sourcesOfCoverage)[number], string> = {
  parent_employer_group: 'Parent’s employer plan',
  spouse_employer_group: 'Spouse’s employer plan',
  medicaid: 'Medicaid',
  own_employer_group: 'Own employer plan',
  veterans_benefits: 'Veterans benefits',
  individual_plan: 'Individual plan',
  cobra: 'COBRA',
  individual_essential_plan: 'Essential Plan (New York)',
  tricare: 'TRICARE',
  other: 'Other',
}

export const subscriberRelations = ['parent', 'spouse', 'self'] as const
export const subscriberRelationLabels: Record<(typeof subscriberRelations)[number], string> = {
  parent: 'Parent',
  spouse: 'Spouse',
  self: 'Self',
}

export const dependentTypes = ['spouse', 'child', 'domestic_partner'] as const
export type DependentType = (typeof dependentTypes)[number]
export const dependentTypeLabels: Record<DependentType, string> = {
  spouse: 'Spouse',
  child: 'Child',
  domestic_partner: 'Domestic partner',
}
