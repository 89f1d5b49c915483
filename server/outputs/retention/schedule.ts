import { sql, type RawBuilder } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { lockStudents } from '#server/platform/db/record-locks.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { recordHistory, type HistoryContext } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import type { RetentionSettings } from '#server/platform/lib/retention-settings.ts'
import { eraseStudent, type Erasing } from './commands/erase-student.ts'

/** The most students of a class whose time is over that one run handles; the next run does the rest. */
const mostStudents = 500

interface DueStudent {
  readonly id: number
  readonly school_id: number
}

/** A class of data: what is left of it for a student `s`, and what ends its time. */
interface DataClass {
  readonly remains: RawBuilder<boolean>
  readonly end: (erasing: Erasing, studentId: number, years: number) => Promise<unknown>
}

/**
 * Ends what the settings keep for some years: records are erased, documents deleted, and the texts of emails cleared. Each
 * student is a transaction. Students on legal hold, and those in a policy year that’s open, are left. Returns how many students.
 */
export const endRetention = async (services: Services): Promise<number> => {
  const { retention } = services.settings
  const classes = Object.entries(dataClasses) as [keyof RetentionSettings, DataClass][]
  let done = 0
  for (const [name, ofClass] of classes) {
    const years = retention[name]
    if (years === null) continue
    const due = await listDue(services, ofClass.remains, years)
    const ended = await doEach(
      services,
      'Data whose time is over wasn’t removed. Retrying.',
      due.map((student) => [student.id, student]),
      (student) => endOne(services, student, ofClass, years),
    )
    done += ended.length
  }
  return done
}

/** Returns students whose last policy year ended this many years ago, and of whom something of the class is left. */
const listDue = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  remains: RawBuilder<boolean>,
  years: number,
): Promise<readonly DueStudent[]> =>
  db.transaction().execute(async (reading: Database) => {
    await sql`set local statement_timeout = 0`.execute(reading)
    const cutoff = sql`(${dayIn(clock, officeTimeZone)}::date - make_interval(years => ${years}))::date`
    // scope: the system’s nightly work in every school
    const { rows } = await sql<DueStudent>`
      select s.id, s.school_id from students s join schools school on school.id = s.school_id
      where s.erased_at is null and s.merged_into_id is null and s.created_at < ${cutoff}
        and school.held_since is null and ${remains}
        and not exists (select from students own where own.held_since is not null
          and (own.id = s.id or own.merged_into_id = s.id))
        and not exists (select from student_periods sp join periods period on period.id = sp.period_id
          where sp.student_id = s.id and (period.ends_on >= ${cutoff} or period.state = 'open'))
      order by s.id limit ${mostStudents}`.execute(reading)
    return rows
  })

const endOne = async (
  services: Services,
  { id, school_id }: DueStudent,
  { end }: DataClass,
  years: number,
): Promise<void> => {
  const afterCommit: (() => void)[] = []
  await services.accesses.flush()
  await services.db.transaction().execute(async (db) => {
    const { clock } = services
    const context = { db, clock, services, afterCommit, caller: null, change: null }
    await end({ context, system: scope.asSystem(db, school_id) }, id, years)
  })
  for (const run of afterCommit) run()
}

/** Returns `5 years after the last policy year.` */
const reasonOf = (years: number): string =>
  `${years === 1 ? '1 year' : `${years} years`} after the last policy year.`

/** Deletes or clears something of a student, with history, unless a hold was placed meanwhile. */
const ending =
  (field: 'documents' | 'email_texts', act: (system: ScopeContext, studentId: number) => Promise<number>) =>
  async ({ context, system }: Erasing, studentId: number, years: number): Promise<void> => {
    await lockStudents(system, [studentId], 'remove')
    const { rows } = await sql<{ school_id: number }>`
      select s.school_id from students s join schools school on school.id = s.school_id
      where s.id = ${studentId} and s.held_since is null and school.held_since is null
        and ${scope.within(system, 's.school_id')} and ${scope.within(system, 'school.id')}`.execute(
      system.db,
    )
    const [found] = rows
    if (!found) return
    const before = await act(system, studentId)
    await recordEnd(context, { ...found, studentId, reason: reasonOf(years) }, { field, before, after: 0 })
  }

const recordEnd = async (
  context: HistoryContext,
  { school_id, studentId, reason }: { school_id: number; studentId: number; reason: string },
  change: { readonly field: string; readonly before: number; readonly after: number },
): Promise<void> => {
  const kind = 'retention_ended'
  await recordHistory(context, { kind, cause: 'system', schoolId: school_id }, [
    {
      kind,
      subject: { type: 'student', id: studentId },
      school_id,
      student_id: studentId,
      reason,
      changes: [change],
    },
  ])
}

/** Deletes the rows of documents; the files without a row are deleted afterwards. Returns how many. */
const deleteDocuments = async (system: ScopeContext, studentId: number): Promise<number> => {
  const sent = await sql`
    delete from form_files file using form_submissions form
    where form.id = file.submission_id and form.student_id = ${studentId}
      and ${scope.within(system, 'file.school_id')} and ${scope.within(system, 'form.school_id')}`.execute(
    system.db,
  )
  const documents = await sql`
    delete from student_files file
    where file.student_id = ${studentId} and ${scope.within(system, 'file.school_id')}`.execute(system.db)
  return Number(sent.numAffectedRows ?? 0) + Number(documents.numAffectedRows ?? 0)
}

/** Clears the texts of emails. Subjects, times and what became of them stay. Returns how many. */
const clearEmails = async (system: ScopeContext, studentId: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    update emails email set body = '', html = null
    where email.student_id = ${studentId} and email.body <> '' and email.state not in ('queued', 'sending')
      and ${scope.within(system, 'email.school_id')}`.execute(system.db)
  return Number(numAffectedRows ?? 0)
}

const dataClasses: Readonly<Record<keyof RetentionSettings, DataClass>> = {
  records: {
    remains: sql`true`,
    end: (erasing, studentId, years) => eraseStudent(erasing, studentId, reasonOf(years)),
  },
  documents: {
    // scope: part of `listDue`; the documents are those of its row
    remains: sql`(exists (select from student_files file where file.student_id = s.id)
      or exists (select from form_files file join form_submissions form on form.id = file.submission_id
        where form.student_id = s.id))`,
    end: ending('documents', deleteDocuments),
  },
  emails: {
    // scope: part of `listDue`; the emails are those of its row
    remains: sql`exists (select from emails email where email.student_id = s.id and email.body <> ''
      and email.state not in ('queued', 'sending'))`,
    end: ending('email_texts', clearEmails),
  },
}
