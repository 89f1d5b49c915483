import type { Context } from '#server/platform/context.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { isLong } from '#server/records/student-periods/index.ts'
import { companyEntry, lockCompany, writeCompany } from '../write.ts'
import { mergeCompanies } from './merge-companies.ts'

/** Removes an unused company; it stays in the database for undo. @throws Problem 404, 409 while it’s in use */
export const removeCompany = async (context: Context, id: number): Promise<void> => {
  const company = await lockCompany(context, id)
  if (company.usage > 0)
    throw problem.inUse(
      `${company.usage === 1 ? '1 record uses' : `${company.usage.toLocaleString('en-US')} records use`} ${company.name}. Merge it into another company instead.`,
    )
  await writeCompany(context, id, { deleted_at: context.clock.now().toISOString() })
  const kind = 'insurance_company_removed'
  await recordHistory(context, { kind, undoable: true }, [
    companyEntry(id, kind, [{ field: 'name', before: company.name, after: null }]),
  ])
}

/** Removes a company and changes its records to another one. @throws Problem 404, 409 if that needs a job, 422 */
export const removeInto = async (context: Context, id: number, intoId: number): Promise<void> => {
  const { usage } = await lockCompany(context, id)
  if (isLong(usage))
    throw problem.inUse(
      'Too many records use this company. Merge it into another company instead. The merge runs in the background.',
    )
  await mergeCompanies(context, { id, merge_into_id: intoId })
}
