import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { scope } from '#server/platform/db/scope.ts'
import {
  entriesAbout,
  undoEach,
  type ChangeEntry,
  type Entry,
  type UndoHandler,
} from '#server/platform/history/index.ts'

interface Row {
  readonly id: number
  readonly school_id: number
  readonly student_id: number | null
  readonly student_period_id: number | null
  readonly name: string
  readonly confirmation_number: string | null
  readonly superseded_by_id: number | null
  /** Whether something else than the match decided a coverage type. */
  readonly is_decided: boolean
  /** Whether the record got answers of the form, or other values in their place. */
  readonly is_used: boolean
}

/** Returns whether a change matched a form with a student. It’s undone as a whole or not at all. */
export const isMatch = (entries: readonly ChangeEntry[]): boolean =>
  entries.some(({ kind }) => kind === 'form_matched')

/** Undoes the match of a form that nothing depends on yet: it’s no one’s again, and the forms that it replaced are in effect. */
export const undoMatches: UndoHandler = async (context, changeId, entries) => {
  const own = entriesAbout(entries, 'form_submission')
  const matched = own.filter(({ kind }) => kind === 'form_matched')
  if (matched.length === 0) return { entries: [], left: [] }
  const replaced = own.filter(({ kind }) => kind === 'form_superseded').map(({ subject_id: id }) => id)
  return undoEach(matched, async (entry) => {
    const row = await lockForm(context, changeId, entry)
    if (!row || row.student_period_id !== entry.student_period_id)
      return { name: row?.name ?? '', reason: 'The student’s records were merged after the match.' }
    const reason = reasonToKeep(row, replaced)
    if (reason !== undefined) return { name: row.name, reason }
    await restoreReplaced(context, row.id, replaced)
    return unmatch(context, row)
  })
}

const reasonToKeep = (row: Row, replaced: readonly number[]): string | undefined => {
  if (row.superseded_by_id !== null && !replaced.includes(row.id))
    return 'The student sent a later form after the match.'
  if (row.is_decided) return 'The form was decided after the match. Undo the decision first.'
  return row.is_used ? recordChanged : undefined
}

/** Why the match of a form stays, if the record can’t be as before. */
export const recordChanged = 'The record changed after the match. Undo that change first.'

/** Locks the form of a match, with what depends on it. */
const lockForm = async (
  context: Context,
  changeId: number,
  { id: entryId, subject_id: id }: ChangeEntry,
): Promise<Row | undefined> => {
  // locked before it's read, so that a decision that this waited for is seen
  await sql`select from form_submissions where id = ${id} and ${scope.within(context, 'school_id')}
    for update`.execute(context.db)
  const { rows } = await sql<Row>`
    select form.id, form.school_id, form.student_id, form.student_period_id, form.confirmation_number,
      form.superseded_by_id, coalesce(${listedName('form')}, '') as name,
      exists (select from decision_outcomes outcome where outcome.submission_id = form.id
        and outcome.undone_at is null and outcome.change_id <> ${changeId}
        and ${scope.within(context, 'outcome.school_id')}) as is_decided,
      exists (select from history later join changes act on act.id = later.change_id
        where later.student_id = form.student_id and later.id > ${entryId} and later.change_id <> ${changeId}
          and later.subject_type in ('student', 'student_period', 'dependent')
          and act.undoes_change_id is null
          and not exists (select from changes undo where undo.undoes_change_id = act.id)
          and ${scope.within(context, 'later.school_id')}
          and (later.subject_type = 'dependent' or exists (
            select from jsonb_to_recordset(later.changes) as change(field text)
            join form_submission_snapshots sent on sent.submission_id = form.id and sent.school_id = form.school_id
              and sent.content->'answers' @> jsonb_build_array(jsonb_build_object('name', change.field))))) as is_used
    from form_submissions form
    where form.id = ${id} and ${scope.within(context, 'form.school_id')}`.execute(context.db)
  return rows[0]
}

/** Puts the forms that a match replaced in effect again. */
const restoreReplaced = async (context: Context, id: number, replaced: readonly number[]): Promise<void> => {
  await scope
    .update(context, 'form_submissions')
    .set((current) => ({ superseded_by_id: null, version: current('version', '+', 1) }))
    .where('form_submissions.id', '=', sql<number>`any(${[...replaced]}::bigint[])`)
    .where('form_submissions.superseded_by_id', '=', id)
    .execute()
}

const unmatch = async (context: Context, row: Row): Promise<Entry> => {
  await scope
    .update(context, 'form_submissions')
    .set((current) => ({
      student_id: null,
      student_period_id: null,
      match_method: null,
      superseded_by_id: null,
      flagged_coverages: [],
      plan_change_coverages: [],
      version: current('version', '+', 1),
    }))
    .where('form_submissions.id', '=', row.id)
    .execute()
  await deleteDocuments(context, row.id)
  return {
    kind: 'change_undone',
    subject: { type: 'form_submission', id: row.id },
    school_id: row.school_id,
    student_id: row.student_id,
    student_period_id: row.student_period_id,
    changes: [{ field: 'confirmation_number', before: row.confirmation_number, after: null }],
  }
}

/** Deletes the documents that the files of a form became: they were of someone else, and become another student’s later. */
const deleteDocuments = async (context: Context, id: number): Promise<void> => {
  const files = await scope
    .formFiles(context)
    .select(['form_files.id', 'form_files.student_file_id'])
    .where('form_files.submission_id', '=', id)
    .where('form_files.student_file_id', 'is not', null)
    .execute()
  if (files.length === 0) return
  await scope
    .update(context, 'form_files')
    .set({ student_file_id: null })
    .where(
      'form_files.id',
      'in',
      files.map((file) => file.id),
    )
    .execute()
  await scope
    .delete(context, 'student_files')
    .where(
      'student_files.id',
      'in',
      files.flatMap(({ student_file_id: of }) => of ?? []),
    )
    .execute()
}
