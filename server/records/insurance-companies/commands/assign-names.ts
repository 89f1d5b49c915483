import type { CompanyMove, NameAssignment } from '#contract/records/insurance-companies/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { ChangeKind } from '#server/platform/history/index.ts'
import { moveUses } from '#server/records/student-periods/index.ts'
import { assertPreviewCurrent, previewMove, type Expected } from '../preview.ts'
import { lockCompany } from '../write.ts'

/** The typed names and the company to match them to. */
export interface Assignment extends Expected {
  readonly id: number
  readonly names: NameAssignment['names']
}

/** Returns a preview of matching typed names to a company. @throws Problem 404 */
export const previewAssignment = async (context: Context, { id, names }: Assignment): Promise<CompanyMove> =>
  previewMove(context, { names }, await lockCompany(context, id))

/**
 * Matches typed names to a company as one change and clears the names.
 * @throws Problem 404, 409 if the preview is no longer current
 */
export const assignNames = async (context: Context, assignment: Assignment): Promise<CompanyMove> => {
  const move = await previewAssignment(context, assignment)
  assertPreviewCurrent(assignment, move)
  const kind: ChangeKind = { kind: 'insurance_names_assigned', cause: 'bulk', undoable: true }
  if (move.student_periods > 0) await moveUses(context, { names: assignment.names }, move.into.id, kind)
  return move
}
