import { studentPeriodChange } from './shapes.ts'

/** The fields of a new student-period: its own, without statuses and dependents. */
export const addableFields = withoutOtherParts(studentPeriodChange.shape)

function withoutOtherParts(shape: typeof studentPeriodChange.shape) {
  const { version: _v, override_reason: _o, send_email: _s, dependents: _d, ...rest } = shape
  const { medical_status: _m, dental_status: _de, vision_status: _vi, ...fields } = rest
  return fields
}
