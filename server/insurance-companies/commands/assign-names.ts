import type { CompanyMove, NameAssignment } from '#contract/insurance-companies/shapes.ts'
import type { Context } from '../../context.ts'
import type { ActKind } from '../../history/index.ts'
import { moveUses } from '../../student-periods/index.ts'
import { assertPromised, previewMove, type Expected } from '../preview.ts'
import { lockCompany } from '../write.ts'

/** Which typed names become which company. */
export interface Assignment extends Expected {
  readonly id: number
  readonly names: NameAssignment['names']
}

/** What it would change to make typed names uses of a company. @throws Problem 404 */
export const previewAssignment = async (context: Context, { id, names }: Assignment): Promise<CompanyMove> =>
  previewMove(context, { names }, await lockCompany(context, id))

/**
 * Makes names that were typed by hand uses of a company, as one change; the names go.
 * @throws Problem 404, 409 when the preview no longer holds
 */
export const assignNames = async (context: Context, assignment: Assignment): Promise<CompanyMove> => {
  const move = await previewAssignment(context, assignment)
  assertPromised(assignment, move)
  const kind: ActKind = { kind: 'insurance_names_assigned', cause: 'bulk', undoable: true }
  if (move.student_periods > 0) await moveUses(context, { names: assignment.names }, move.into.id, kind)
  return move
}
