/** Who causes an event. */
type EventActor = 'student' | 'staff' | 'system'

/** Every event of the transition table, with who causes it. */
export const eventActors = {
  enroll_form_submitted: 'student',
  waiver_form_submitted: 'student',
  approve_enrollment: 'staff',
  mark_enrollment_utp: 'staff',
  approve_waiver: 'staff',
  mark_waiver_utp: 'staff',
  decline_waiver: 'staff',
  decline_optional: 'staff',
  loa_start: 'staff',
  loa_end: 'staff',
  separation: 'staff',
  readmission: 'staff',
  dependents_changed: 'staff',
  reverify_period: 'staff',
  eligibility_active: 'system',
  eligibility_inactive: 'system',
  eligibility_undetermined: 'system',
  age_out: 'system',
  default_enrollment: 'system',
  offering_off: 'system',
  offering_on: 'system',
  exemption: 'system',
  exemption_ended: 'system',
} as const satisfies Record<string, EventActor>
export type CoverageEvent = keyof typeof eventActors

/** The staff events of a status call and their labels. The target status determines the event. */
export const staffEvents = {
  approve_enrollment: 'Approve enrollment',
  mark_enrollment_utp: 'Mark enrollment unable to process',
  approve_waiver: 'Approve waiver',
  mark_waiver_utp: 'Mark waiver unable to process',
  decline_waiver: 'Decline waiver',
  decline_optional: 'Decline coverage',
  loa_start: 'Start leave of absence',
  loa_end: 'End leave of absence',
} as const satisfies Partial<Record<CoverageEvent, string>>
export type StaffEvent = keyof typeof staffEvents
