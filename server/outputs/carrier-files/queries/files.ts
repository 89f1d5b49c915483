import { sql } from 'kysely'
import * as z from 'zod/mini'
import { carrierFile, missingSettings } from '#contract/setup/period-documents/carrier-file.ts'
import {
  carrierFileProblem,
  memberDifference,
  type CarrierFileMember,
  type CarrierFileOverview,
  type CarrierFileProblem,
} from '#contract/outputs/carrier-files/shapes.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { pageOf } from '#server/platform/lib/table.ts'
import { mergedStudents } from '#server/records/students/index.ts'
import { readDocument } from '#server/setup/period-documents/index.ts'
import { problem } from '#server/platform/problem.ts'
import { presentFile, type ShownFile } from '../present.ts'
import { openMember } from '../rules/member-state.ts'
import { hasCoverage, type RecordsContext } from './records.ts'
import { listedName } from '#server/platform/db/person-names.ts'

const personOf = (column: string) => sql<{ id: number; name: string } | null>`(
  select json_build_object('id', person.id, 'name', person.first_name || ' ' || person.last_name)
  from users person where person.id = ${sql.ref(column)})`

const shownFiles = (context: ScopeContext) =>
  scope
    .carrierFiles(context)
    .leftJoin('carrier_files as base', (join) =>
      join
        .onRef('base.id', '=', 'carrier_files.base_id')
        .onRef('base.school_id', '=', 'carrier_files.school_id'),
    )
    .innerJoin('jobs', 'jobs.id', 'carrier_files.job_id')
    .selectAll('carrier_files')
    .select([
      'jobs.state as job_state',
      'jobs.done',
      'jobs.total',
      'jobs.message',
      'base.released_at as base_released_at',
      personOf('carrier_files.created_by_id').as('created_by'),
      personOf('carrier_files.released_by_id').as('released_by'),
      sql<number>`(select count(*)::int from access_log
        where access_log.subject_type = 'carrier_file' and access_log.subject_id = carrier_files.id
          and access_log.action = 'download')`.as('downloads'),
    ])

/** Returns a file. @throws Problem 404 */
export const getFile = async (context: ScopeContext, id: number): Promise<ShownFile> => {
  const file = await shownFiles(context).where('carrier_files.id', '=', id).executeTakeFirst()
  if (!file) throw problem.notFound()
  return file
}

/** The most files that are listed. */
const mostFiles = 50

/** Returns the files of a period and what the next one needs. @throws Problem 404 */
export const readOverview = async (context: ScopeContext, periodId: number): Promise<CarrierFileOverview> => {
  const settings = await readDocument(context, periodId, carrierFile)
  const files = await shownFiles(context)
    .where('carrier_files.period_id', '=', periodId)
    .where('carrier_files.state', '<>', 'discarded')
    .orderBy('carrier_files.id', 'desc')
    .limit(mostFiles)
    .execute()
  const runs = files.map(presentFile)
  const isOpen = ({ state }: (typeof runs)[number]) => ['queued', 'preparing', 'ready'].includes(state)
  const last = runs.find(({ state, is_test: isTest }) => state === 'released' && !isTest)
  return {
    missing_settings: missingSettings(settings),
    covered: await countCovered(context, periodId),
    edited_since: last?.prepared_at ? await countEdited(context, periodId, last.prepared_at) : null,
    open: runs.find(isOpen) ?? null,
    runs: runs.filter((run) => !isOpen(run)),
  }
}

const countCovered = async (context: ScopeContext, periodId: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from student_periods sp
    where ${scope.within(context, 'sp.school_id')} and sp.period_id = ${periodId} and ${hasCoverage}`.execute(
    context.db,
  )
  return rows[0]?.total ?? 0
}

/** Counts students whom a file names or named, and who were edited after an instant. */
const countEdited = async (context: ScopeContext, periodId: number, since: string): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from student_periods sp join students s on s.id = sp.student_id
    where ${scope.within(context, 'sp.school_id')} and ${scope.within(context, 's.school_id')}
      and sp.period_id = ${periodId}
      and (sp.updated_at > ${since} or s.updated_at > ${since} or sp.id in (
        select d.student_period_id from dependents d
        where ${scope.within(context, 'd.school_id')} and greatest(d.updated_at, d.deleted_at) > ${since}))
      and (${hasCoverage} or exists (
        select from carrier_file_members member
        where ${scope.within(context, 'member.school_id')} and member.student_period_id = sp.id))`.execute(
    context.db,
  )
  return rows[0]?.total ?? 0
}

/** Which rows of a file are asked for. */
interface FilePage {
  readonly page: number
  readonly per_page: number
}

const nameColumns = sql`${listedName('student')} as name, student.sid`

interface MemberRow extends Omit<CarrierFileMember, 'differences'> {
  readonly differences: unknown
  /** Of a student who was merged with another, before or after the file. */
  readonly cipher: Buffer | null
}

/**
 * Lists the students of a file who differ from the last one, one page in the order of the file. After a merge, one of two
 * members of a student has the student ID of the other: each is listed with the one in the file.
 */
export const listMembers = async (
  context: RecordsContext,
  fileId: number,
  page: FilePage,
): Promise<CarrierFileMember[]> => {
  const { rows } = await sql<MemberRow>`
    select member.student_id, member.student_period_id, ${nameColumns}, member.differences,
      case when member.student_id in ${mergedStudents(context)} then member.cipher end as cipher
    from carrier_file_members member join students student on student.id = member.student_id
    where ${scope.within(context, 'member.school_id')} and ${scope.within(context, 'student.school_id')}
      and member.file_id = ${fileId} and member.differences <> '[]'
    order by member.position ${pageOf(page)}`.execute(context.db)
  return rows.map(({ cipher, ...row }) => {
    const place = { fileId, studentPeriodId: row.student_period_id }
    const told = cipher && openMember(context.services.keys, place, cipher).state.persons[0]?.details
    const differences = z.parse(z.array(memberDifference), row.differences)
    return { ...row, sid: told?.sid ?? row.sid, differences }
  })
}

/** Lists what the carrier would reject, one page in the order of the file. */
export const listProblems = async (
  context: ScopeContext,
  fileId: number,
  page: FilePage,
): Promise<CarrierFileProblem[]> => {
  const { rows } = await sql<object>`
    select problem.student_id, problem.student_period_id, ${nameColumns}, problem.code, problem.place, problem.field,
      problem.dependent, problem.coverage_type, problem.tier
    from carrier_file_problems problem join students student on student.id = problem.student_id
    where ${scope.within(context, 'problem.school_id')} and ${scope.within(context, 'student.school_id')}
      and problem.file_id = ${fileId}
    order by problem.position ${pageOf(page)}`.execute(context.db)
  return rows.map((row) => z.parse(carrierFileProblem, row))
}

/** Returns the name of a period’s school. @throws Problem 404 */
export const getSchoolName = async (context: ScopeContext, periodId: number): Promise<string> => {
  const { school_id: schoolId } = await getPeriod(context, periodId)
  const school = await scope
    .schools(context)
    .select('schools.name')
    .where('schools.id', '=', schoolId)
    .executeTakeFirst()
  if (!school) throw problem.notFound()
  return school.name
}

/** Returns whether a file names a student whose record was erased since: what it said of them is gone. */
export const namesErased = async (context: ScopeContext, id: number): Promise<boolean> => {
  const { rows } = await sql<{ names: boolean }>`
    select exists (select from carrier_file_members member join students s on s.id = member.student_id
      where member.file_id = ${id} and s.erased_at is not null
        and ${scope.within(context, 'member.school_id')} and ${scope.within(context, 's.school_id')}) as names`.execute(
    context.db,
  )
  return rows[0]?.names === true
}
