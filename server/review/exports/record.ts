import type { ExportAsk } from '#contract/review/exports/shapes.ts'
import type { StudentListColumn } from '#contract/platform/record/columns.ts'
import type { Context } from '#server/platform/context.ts'
import { planAdministration, recordDisclosure } from '#server/platform/history/index.ts'
import { fileColumn } from './files.ts'
import type { ExportRecord } from './queries.ts'

/** Returns the columns of a file by their labels: 'Name, Student ID, SSN'. */
export const columnsText = (columns: readonly StudentListColumn[], withSsn = false): string =>
  [...columns.map((name) => fileColumn(name).label), ...(withSsn ? ['SSN'] : [])].join(', ')

/** Records which students an export holds, and for whom it was made. */
export const discloseExport = async (
  context: Context,
  run: Pick<ExportRecord, 'id' | 'school_id' | 'includes_ssn'> & { readonly ask: ExportAsk },
  studentIds: readonly number[],
): Promise<void> => {
  const { ask } = run
  const logged = await context.db
    .selectFrom('access_log')
    .select('id')
    .where('subject_type', '=', 'export')
    .where('subject_id', '=', run.id)
    .where('action', '=', 'export')
    .executeTakeFirst()
  const disclosure = {
    kind: 'export',
    school_id: run.school_id,
    recipient: context.caller.name,
    purpose: ask.reason ?? planAdministration,
    what: columnsText(ask.columns, run.includes_ssn),
    access_id: logged?.id ?? null,
  } as const
  await recordDisclosure(context, disclosure, studentIds)
}
