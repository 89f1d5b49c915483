import { studentPeriodChange } from './shapes.ts'

/** What may be said of a student-period while it is made: its own fields, but neither statuses nor dependents. */
export const addableFields = withoutRest(studentPeriodChange.shape)

function withoutRest(shape: typeof studentPeriodChange.shape) {
  const { version: _v, override_reason: _o, send_email: _s, dependents: _d, ...rest } = shape
  const { medical_status: _m, dental_status: _de, vision_status: _vi, ...fields } = rest
  return fields
}
