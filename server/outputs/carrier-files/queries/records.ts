import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import {
  carrierFile,
  isComplete,
  type CarrierSettings,
  type CompleteSettings,
} from '#contract/setup/period-documents/carrier-file.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { decryptSsn, ssnPlace, type Keys } from '#server/platform/lib/crypt.ts'
import { mergedStudents, openSsn } from '#server/records/students/index.ts'
import { carrierStatuses } from '../rules/covered-lines.ts'
import { knownMembers, withOwnDependents, type MergedRecord, type Told } from '../rules/known-member.ts'
import { openMember, type MemberState } from '../rules/member-state.ts'
import type { CarrierRecord, RecordDependent, RecordLine, RecordStudent } from '../rules/record.ts'

/** A student-period to tell the carrier of, with what it knows. */
export interface CarrierRow {
  readonly student_period_id: number
  readonly student_id: number
  readonly record: CarrierRecord
  readonly known: MemberState | null
}

/** The part of a context that reads records and opens what’s encrypted. */
export interface RecordsContext extends ScopeContext {
  readonly services: { readonly keys: Keys }
}

/** What a file’s records are read for. */
export interface FileSource {
  readonly period_id: number
  readonly receiver: string
  readonly settings: CompleteSettings
}

const lineColumns = sql.join(
  coverages.flatMap((coverage) => [
    sql`sp.${sql.ref(`${coverage}_status`)}`,
    sql`sp.${sql.ref(`${coverage}_prior_status`)}`,
    sql`sp.${sql.ref(`${coverage}_prior_tier`)}`,
    sql`sp.${sql.ref(`${coverage}_enroll_coverage_start_on`)}`,
    sql`sp.${sql.ref(`${coverage}_enroll_coverage_end_on`)}`,
    sql`sp.${sql.ref(`${coverage}_enroll_premium`)}`,
    sql`sp.${sql.ref(`${coverage}_enroll_group_number`)}`,
    sql`sp.${sql.ref(`${coverage}_enroll_member_subscriber_number`)}`,
  ]),
)

/** The columns of a line, with types that the columns’ CHECKs guarantee. */
type LineColumns = {
  readonly [C in Coverage as `${C}_status`]: CoverageStatus
} & {
  readonly [C in Coverage as `${C}_prior_status`]: CoverageStatus | null
} & { readonly [C in Coverage as `${C}_prior_tier`]: Tier | null } & {
  readonly [
    C in Coverage as
      | `${C}_enroll_coverage_start_on`
      | `${C}_enroll_coverage_end_on`
      | `${C}_enroll_premium`
      | `${C}_enroll_group_number`
      | `${C}_enroll_member_subscriber_number`
  ]: string | null
}

interface Row
  extends LineColumns, Omit<RecordStudent, 'ssn'>, Omit<CarrierRecord, 'student' | 'lines' | 'dependents'> {
  readonly id: number
  readonly student_id: number
  readonly ssn_cipher: Buffer | null
  readonly dependents: readonly (Omit<RecordDependent, 'ssn'> & { readonly ssn_cipher: string | null })[]
  readonly known_file_id: number | null
  readonly known_cipher: Buffer | null
  readonly merged: readonly MergedRow[] | null
}

interface MergedRow extends Omit<MergedRecord, 'told'> {
  /** The ciphers are Base64. */
  readonly told: readonly { readonly file_id: number; readonly cipher: string }[]
}

/** Whether a student-period has coverage at the carrier. */
export const hasCoverage: RawBuilder<boolean> = sql<boolean>`(sp.deleted_at is null and sp.status = 'active'
  and (${sql.join(
    coverages.map(
      (coverage) => sql`sp.${sql.ref(`${coverage}_status`)} = any(${[...carrierStatuses]}::text[])
        or sp.${sql.ref(`${coverage}_prior_status`)} = any(${[...carrierStatuses]}::text[])`,
    ),
    sql` or `,
  )}))`

const daysOf = (what: 'start_on' | 'end_on'): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(
    coverages.flatMap((coverage) => [sql.lit(coverage), sql.ref(`d.${coverage}_${what}`)]),
  )})`

const dependentsOf = (context: ScopeContext): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object('id', d.id, 'type', d.type, 'first_name', d.first_name,
      'last_name', d.last_name, 'dob', d.dob, 'gender', d.gender, 'covers', d.covers,
      'is_removed', d.deleted_at is not null, 'starts', ${daysOf('start_on')}, 'ends', ${daysOf('end_on')},
      'ssn_cipher', encode(d.ssn_cipher, 'base64')) order by d.id), '[]')
  from dependents d
  where ${scope.within(context, 'd.school_id')} and d.student_period_id = sp.id)`

/** Whether a record and its student are there. */
const isCurrent = (record: string, student: string): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${record}.deleted_at`)} is null and ${sql.ref(`${student}.deleted_at`)} is null
  and ${sql.ref(`${record}.status`)} = 'active')`

/** The released files to the same receiver that named the student-period `record`. Test files don’t count. */
const toldOf = (context: ScopeContext, receiver: string, record: string): RawBuilder<unknown> => sql`
  from carrier_file_members member join carrier_files file on file.id = member.file_id
  where ${scope.within(context, 'member.school_id')} and ${scope.within(context, 'file.school_id')}
    and member.student_period_id = ${sql.ref(`${record}.id`)} and file.state = 'released' and not file.is_test
    and file.receiver = ${receiver}`

/** This record and the others of the policy year that a merge brought together with it, with what was told of each. */
const mergedOf = (context: ScopeContext, receiver: string): RawBuilder<unknown> => sql`(
  case when sp.student_id in ${mergedStudents(context)} then (
    select json_agg(json_build_object('id', other.id, 'sid', of.sid, 'is_current', ${isCurrent('other', 'of')}, 'told', (
      select coalesce(json_agg(json_build_object('file_id', member.file_id, 'cipher', encode(member.cipher, 'base64'))
        order by member.file_id), '[]') ${toldOf(context, receiver, 'other')})))
    from student_merges merge
    join student_periods other on other.student_id in (merge.kept_id, merge.merged_id)
      and other.period_id = sp.period_id and other.erased_at is null
    join students of on of.id = other.student_id
    where ${scope.within(context, 'merge.school_id')} and ${scope.within(context, 'other.school_id')}
      and ${scope.within(context, 'of.school_id')} and sp.student_id in (merge.kept_id, merge.merged_id)) end)`

const rowsOf = (context: ScopeContext, { period_id, receiver }: FileSource): RawBuilder<unknown> => sql`
  from student_periods sp
  join students s on s.id = sp.student_id
  left join lateral (
    select member.file_id, member.cipher ${toldOf(context, receiver, 'sp')}
    order by member.file_id desc limit 1) known on true
  where ${scope.within(context, 'sp.school_id')} and ${scope.within(context, 's.school_id')}
    and sp.period_id = ${period_id} and sp.erased_at is null and ((${hasCoverage} and s.deleted_at is null) or known.file_id is not null
      or sp.student_id in ${mergedStudents(context)})`

/** Rows per batch. */
const batchSize = 500

/** Returns how many rows `readRecords` will read. */
export const countRecords = async (context: ScopeContext, file: FileSource): Promise<number> => {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total ${rowsOf(context, file)}`.execute(context.db)
  return rows[0]?.total ?? 0
}

/**
 * Reads every student-period with coverage, and those that the carrier knows of, by name. All rows are as of the first
 * read. Use it inside a transaction, once per transaction. SSNs are decrypted only if the settings send them.
 */
export async function* readRecords(context: RecordsContext, file: FileSource): AsyncGenerator<CarrierRow[]> {
  await sql`set local cursor_tuple_fraction = 1`.execute(context.db)
  await sql`
    declare carrier_rows no scroll cursor for
    select sp.id, sp.student_id, ${isCurrent('sp', 's')} as is_current,
      sp.academic_status, sp.campus, sp.expected_start_on, sp.expected_graduation_on,
      s.first_name, s.last_name, s.middle_initial, s.dob, s.gender, s.sid, s.prior_last_name, s.address_1, s.address_2,
      s.city, s.state, s.country, s.zip, s.phone, coalesce(s.university_email, s.personal_email) as email,
      case when not s.ssn_is_held then s.ssn_cipher end as ssn_cipher,
      ${lineColumns}, ${dependentsOf(context)} as dependents,
      known.file_id as known_file_id, known.cipher as known_cipher, ${mergedOf(context, file.receiver)} as merged
    ${rowsOf(context, file)}
    order by sp.sort_name, sp.id`.execute(context.db)
  const { keys } = context.services
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.raw(String(batchSize))} from carrier_rows`.execute(context.db)
    if (rows.length > 0) yield rows.map((row) => readRow(keys, row, file.settings))
    if (rows.length < batchSize) return
  }
}

const readRow = (keys: Keys, row: Row, settings: CarrierSettings): CarrierRow => {
  const { id, student_id, merged, known_file_id: fileId, known_cipher: cipher } = row
  const record = recordOf(keys, row, settings.ssns !== 'never')
  const own = fileId === null || cipher === null ? undefined : openTold(keys, id, fileId, cipher)
  const known = merged === null ? own : knownOfMerged(keys, id, merged)
  return { student_period_id: id, student_id, record, known: known ? stateFor(id, record, known) : null }
}

const stateFor = (id: number, record: CarrierRecord, { student_period_id, state }: Told): MemberState =>
  student_period_id === id ? state : withOwnDependents(state, record)

const openTold = (keys: Keys, id: number, fileId: number, cipher: Buffer): Told => {
  const { state } = openMember(keys, { fileId, studentPeriodId: id }, cipher)
  return { student_period_id: id, file_id: fileId, state }
}

const knownOfMerged = (keys: Keys, id: number, merged: readonly MergedRow[]): Told | undefined => {
  const records = merged.map((row) => ({
    ...row,
    told: row.told.map(({ file_id, cipher }) =>
      openTold(keys, row.id, file_id, Buffer.from(cipher, 'base64')),
    ),
  }))
  // a record that several merges brought together with this one is listed for each
  const all = new Map(records.map((one) => [one.id, one]))
  return knownMembers([...all.values()].toSorted((one, other) => one.id - other.id)).get(id)
}

const recordOf = (keys: Keys, row: Row, withSsns: boolean): CarrierRecord => {
  const { student_id: owner, ssn_cipher: cipher } = row
  return {
    is_current: row.is_current,
    academic_status: row.academic_status,
    campus: row.campus,
    expected_start_on: row.expected_start_on,
    expected_graduation_on: row.expected_graduation_on,
    student: { ...row, ssn: withSsns ? openSsn(keys, owner, cipher) : null },
    lines: { medical: lineOf(row, 'medical'), dental: lineOf(row, 'dental'), vision: lineOf(row, 'vision') },
    dependents: row.dependents.map(({ ssn_cipher: own, ...dependent }) => ({
      ...dependent,
      ssn: withSsns && own !== null ? dependentSsn(keys, owner, own) : null,
    })),
  }
}

const dependentSsn = (keys: Keys, studentId: number, base64: string): string =>
  decryptSsn(keys, ssnPlace('dependents', studentId), Buffer.from(base64, 'base64'))

const lineOf = (row: Row, coverage: Coverage): RecordLine => ({
  status: row[`${coverage}_status`],
  prior_status: row[`${coverage}_prior_status`],
  prior_tier: row[`${coverage}_prior_tier`],
  starts_on: row[`${coverage}_enroll_coverage_start_on`],
  ends_on: row[`${coverage}_enroll_coverage_end_on`],
  premium: row[`${coverage}_enroll_premium`],
  group_number: row[`${coverage}_enroll_group_number`],
  member_id: row[`${coverage}_enroll_member_subscriber_number`],
})

export type FileRecord = Selectable<DB['carrier_files']>

/** Returns the settings that a file was started with. */
export const settingsOf = ({ settings: saved }: Pick<FileRecord, 'settings'>): CompleteSettings => {
  const settings = z.parse(carrierFile.content, saved)
  if (!isComplete(settings)) throw new Error('A carrier file was started without its settings.')
  return settings
}

/** Returns what a file’s records are read for. */
export const sourceOf = (file: FileRecord): FileSource => ({
  period_id: file.period_id,
  receiver: file.receiver,
  settings: settingsOf(file),
})
