import type { HandlerInput } from '#contract/platform/endpoint.ts'
import { ssnMask, toSsn } from '#contract/platform/fields.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { texts } from '#contract/platform/problem.ts'
import type { updateStudent as endpoint } from '#contract/records/students/endpoints.ts'
import type { Context } from '#server/platform/context.ts'
import { lockStudents } from '#server/platform/db/record-locks.ts'
import { scope } from '#server/platform/db/scope.ts'
import { startChange, fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { ssnColumns } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { presentStudent } from '../present.ts'
import { getStudent, type StudentRow } from '../queries/single.ts'
import { saveSsns } from '../record.ts'
import { refuseSharedSsn } from './shared-ssns.ts'
import { birthDayError, phoneError, placeErrors, savedPhone, stateCode } from '../rules/values.ts'

type Body = HandlerInput<typeof endpoint>['body']

/** Loads and locks a student for an update and checks the version. @throws Problem 404, 409 */
const open = async (context: Context, id: number, version: number | undefined): Promise<StudentRow> => {
  const [locked] = await lockStudents(context, [id])
  if (locked === undefined) throw problem.notFound()
  const before = await getStudent(context, id)
  if (version !== undefined && version !== before.version) throw problem.stale(presentStudent(before))
  return before
}

/** Updates any fields of a student. @throws Problem 404, 409, 422 */
export const updateStudent = async (
  context: Context,
  id: number,
  { version, ssn, ...sent }: Body,
): Promise<void> => {
  const before = await open(context, id, version)
  const fields = checkedValues(context, before, sent)
  const sealed = await sealedSsn(context, before, ssn)
  const changes: FieldChange[] = [...fieldChanges({ ...before }, fields), ...sealed.changes]
  if (changes.length === 0) return
  const act = { kind: 'student_changed', undoable: true, schoolId: before.school_id } as const
  const changeId = await startChange(context, act)
  if (sealed.changes.length > 0) await saveSsns(context, changeId, [id])
  await scope
    .update(context, 'students')
    .set((row) => ({
      ...fields,
      ...sealed.columns,
      version: row('version', '+', 1),
      updated_at: context.clock.now().toISOString(),
    }))
    .where('id', '=', id)
    .execute()
  await recordHistory(context, act, [
    {
      kind: 'student_changed',
      subject: { type: 'student', id },
      school_id: before.school_id,
      student_id: id,
      changes,
    },
  ])
}

type Fields = Omit<Body, 'version' | 'ssn'>

/**
 * Returns the values to save, with U.S. states as 2 letters, after checking rules between fields.
 * @throws Problem 422
 */
const checkedValues = (context: Context, before: StudentRow, sent: Fields): Fields => {
  const asked: Fields = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const after = { ...before, ...asked }
  const hasPlace = 'state' in asked || 'zip' in asked || 'country' in asked
  // a number that was saved before stays as it is
  const typed = asked.phone === before.phone ? null : asked.phone
  const errors = {
    ...phoneError(typed, after.country),
    ...(hasPlace ? placeErrors(after) : {}),
    ...birthDayError(asked.dob, dayIn(context.clock, officeTimeZone)),
  }
  if (Object.keys(errors).length > 0) throw problem.invalid(errors)
  const isUs = (after.country ?? 'US') === 'US'
  const fields = { ...asked, ...savedPhone(typed, after.country) }
  return asked.state != null && isUs ? { ...fields, state: stateCode(asked.state) } : fields
}

const nothing = { columns: {}, changes: [] }
const emptySsn = { ssn_cipher: null, ssn_index: null, ssn_last_four: null }

/**
 * Returns the columns of a new SSN and its masked history entry; nothing if it’s missing or its own mask. The same 9
 * digits are a change like any others: “unchanged” would tell a user who may not see the SSN that they guessed it.
 */
const sealedSsn = async (context: Context, before: StudentRow, ssn: string | null | undefined) => {
  const mask = before.ssn_last_four === null ? null : ssnMask(before.ssn_last_four)
  if (ssn === undefined || ssn === mask) return nothing
  const change = (after: string | null): FieldChange[] => [{ field: 'ssn', before: mask, after }]
  if (ssn === null) return { columns: emptySsn, changes: change(null) }
  const digits = toSsn(ssn)
  // the mask of another number is an error, not a change
  if (digits === null) throw problem.invalid({ ssn: texts.nine_digits })
  await refuseSharedSsn(context, before, digits)
  return {
    columns: ssnColumns(context.services.keys, before, digits),
    changes: change(ssnMask(digits.slice(-4))),
  }
}
