import { sql } from 'kysely'
import * as z from 'zod/mini'
import { scope } from '#server/platform/db/scope.ts'
import { entriesAbout, skipReasons, undoEach, type UndoHandler } from '#server/platform/history/index.ts'
import { isReplaced } from './queries/reports.ts'
import { resultColumns, storedResult } from './rules/stored-result.ts'
import { listedName } from '#server/platform/db/person-names.ts'

interface Row {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number
  readonly coverage_type: string
  readonly status: string
  readonly name: string
  readonly before_acceptance: unknown
  /** Whether another check has answered since. */
  readonly is_replaced: boolean
}

/** Undoes accepted answers that no later check has replaced: they’re open again. */
export const undoAccepted: UndoHandler = async (context, _changeId, entries) => {
  const own = entriesAbout(entries, 'eligibility_report')
  if (own.length === 0) return { entries: [], left: [] }
  const { rows } = await sql<Row>`
    select report.id, report.school_id, report.student_id, report.student_period_id, report.coverage_type,
      report.status, report.before_acceptance, ${listedName('s')} as name,
      ${isReplaced(context, 'report')} as is_replaced
    from eligibility_reports report
    join students s on s.id = report.student_id
    where report.id = any(${own.map(({ subject_id: id }) => id)}::bigint[])
      and ${scope.within(context, 'report.school_id')}
    order by report.id for update of report`.execute(context.db)
  const found = new Map(rows.map((row) => [row.id, row]))
  return undoEach(own, async ({ subject_id: id }) => {
    const row = found.get(id)
    if (!row || row.before_acceptance === null) return { name: row?.name ?? '', reason: skipReasons.gone }
    if (row.is_replaced) return { name: row.name, reason: 'The coverage was checked again after that.' }
    const before = z.parse(storedResult, row.before_acceptance)
    await scope
      .update(context, 'eligibility_reports')
      .set({
        ...resultColumns(before),
        accepted_by_id: null,
        accepted_at: null,
        before_acceptance: null,
      })
      .where('eligibility_reports.id', '=', id)
      .execute()
    return {
      kind: 'change_undone',
      subject: { type: 'eligibility_report', id },
      school_id: row.school_id,
      student_id: row.student_id,
      student_period_id: row.student_period_id,
      changes: [{ field: `${row.coverage_type}_eligibility`, before: row.status, after: before.status }],
    }
  })
}
