import { isAdmin } from '#contract/platform/access.ts'
import { workbookRows, type ExportAsk } from '#contract/review/exports/shapes.ts'
import { requireConfirmation } from '#server/accounts/auth/index.ts'
import type { Context } from '#server/platform/context.ts'
import { selectPeriod } from '#server/platform/db/scope.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { enqueue } from '#server/platform/jobs/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import { countEveryRow } from '#server/records/student-periods/index.ts'
import { writeExportTask } from '../jobs.ts'
import { nameOfSchool, rowsOf } from '../queries.ts'
import { fileNameOf, expiresAt } from '../rules.ts'

/** Starts an export and logs the request. Returns its ID. @throws Problem 403, 404, 422, 423 */
export const startExport = async (context: Context, ask: ExportAsk): Promise<number> => {
  if (ask.include_ssn === true) assertMayExportSsns(context)
  const which = await rowsOf(context, ask)
  const period = await selectPeriod(
    context,
    which.period_id,
    ask.selection ? 'selection.period_id' : 'period_id',
  )
  const total = await countEveryRow(context, which)
  if (ask.format === 'xlsx') assertFits(total)
  const now = context.clock.now()
  const school = await nameOfSchool(context, period.school_id)
  const { id } = await context.db
    .insertInto('exports')
    .values({
      school_id: period.school_id,
      period_id: period.id,
      author_id: context.caller.id,
      format: ask.format,
      ask: JSON.stringify(ask),
      includes_ssn: ask.include_ssn === true,
      total,
      file_name: fileNameOf(school, period.name, dayIn(context.clock, officeTimeZone), ask.format),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      expires_at: expiresAt(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await logAccess(context.db, context.services, context, {
    action: 'export',
    subject_type: 'export',
    subject_id: id,
    school_id: period.school_id,
    detail: detailOf(ask, total),
  })
  await enqueue(context, writeExportTask, { export_id: id })
  return id
}

const assertMayExportSsns = (context: Context): void => {
  const message = 'Only a Shipmate Admin can export SSNs.'
  if (!isAdmin(context.caller))
    throw new Problem('forbidden', { message, errors: { include_ssn: [message] } })
  requireConfirmation(context)
}

/** Checks that the rows fit into a worksheet. @throws Problem 422 */
const assertFits = (total: number): void => {
  if (total <= workbookRows) return
  throw problem.invalid({
    format: `Excel can hold ${workbookRows.toLocaleString('en-US')} students. Export as CSV, or export fewer students.`,
  })
}

const detailOf = ({ format, columns, reason, include_ssn }: ExportAsk, total: number): string => {
  const what = `${format}, ${total} rows: ${columns.join(', ')}`
  return include_ssn === true ? `SSNs (${reason}); ${what}` : what
}
