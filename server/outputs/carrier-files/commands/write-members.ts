import type { MaintenanceType } from '#contract/outputs/carrier-files/choices.ts'
import type { Keys } from '#server/platform/lib/crypt.ts'
import { mapInSteps } from '#server/platform/lib/batches.ts'
import { memberSegments } from '#server/platform/lib/x12/enrollment.ts'
import { usualDelimiters, writeSegments } from '#server/platform/lib/x12/syntax.ts'
import { sealMember } from '../rules/member-state.ts'
import {
  sourceOf,
  type FileRecord,
  readRecords,
  type CarrierRow,
  type FileSource,
  type RecordsContext,
} from '../queries/records.ts'
import { nextState } from '../rules/next-state.ts'
import type { Problem } from '../rules/record.ts'
import { changesBetween, statementsOf, type PersonStatement, toDifferences } from '../rules/statements.ts'
import { toMember } from '../rules/to-members.ts'
import { withStudent, type TransactionSet } from '../rules/transaction-sets.ts'

/** What a file adds up to. */
interface Totals {
  members: number
  problems: number
  subscribers: number
  dependents: number
  segments: number
  changed_students: number
  left_out: number
  sets: readonly TransactionSet[]
  readonly counts: Partial<Record<MaintenanceType, number>>
}

/**
 * Writes what a file says of each student, and what the carrier would reject, in batches.
 * @param tell is told how many records were read since it was told last
 */
export const writeMembers = async (
  context: RecordsContext,
  file: FileRecord,
  tell: (records: number) => void,
): Promise<Totals> => {
  const source = sourceOf(file)
  const totals: Totals = {
    members: 0,
    problems: 0,
    subscribers: 0,
    dependents: 0,
    segments: 0,
    changed_students: 0,
    left_out: 0,
    sets: [],
    counts: {},
  }
  for await (const batch of readRecords(context, source)) {
    const told = await mapInSteps(batch, (row) =>
      stateRow(context.services.keys, { ...file, ...source }, row),
    )
    await insertMembers(context, file, told, totals)
    await insertProblems(context, file, told, totals)
    tell(batch.length)
  }
  return totals
}

/** What a file says of a row, or why it’s left out. */
interface ToldRow {
  readonly row: CarrierRow
  readonly problems: readonly Problem[]
  readonly member: {
    readonly cipher: Buffer
    readonly differences: string
    readonly isChanged: boolean
    readonly segments: number
    readonly statements: readonly PersonStatement[]
  } | null
}

type FileFacts = Pick<FileRecord, 'id' | 'kind' | 'as_of' | 'school_name'> & FileSource

const stateRow = (keys: Keys, file: FileFacts, row: CarrierRow): ToldRow => {
  const { record, known } = row
  const { settings } = file
  const { state, problems } = nextState(record, { settings, known, asOf: file.as_of })
  const subscriber = state?.persons[0]?.details
  if (!state || !subscriber) return { row, problems, member: null }
  const kind = file.kind === 'full' ? 'full' : 'changes'
  const statements = statementsOf(kind, known, state, record)
  if (statements.length === 0) return { row, problems, member: null }
  const facts = { settings, schoolName: file.school_name, subscriber }
  const segments = statements.flatMap((one) => memberSegments(toMember(one, facts)))
  const differences = toDifferences(changesBetween(known, state, record))
  const said = writeSegments(segments, usualDelimiters)
  const place = { fileId: file.id, studentPeriodId: row.student_period_id }
  const member = {
    cipher: sealMember(keys, place, { state, said }),
    differences: JSON.stringify(differences),
    isChanged: differences.length > 0,
    segments: segments.length,
    statements,
  }
  return { row, problems, member }
}

const placeOf = (file: FileRecord, { student_id, student_period_id }: CarrierRow) => ({
  file_id: file.id,
  school_id: file.school_id,
  student_id,
  student_period_id,
})

const insertMembers = async (
  context: RecordsContext,
  file: FileRecord,
  told: readonly ToldRow[],
  totals: Totals,
): Promise<void> => {
  const rows = told.flatMap(({ row, member }) => {
    if (!member) return []
    addMember(totals, member)
    const { cipher, differences } = member
    return [{ ...placeOf(file, row), position: totals.members, cipher, differences }]
  })
  if (rows.length > 0) await context.db.insertInto('carrier_file_members').values(rows).execute()
}

const addMember = (totals: Totals, member: NonNullable<ToldRow['member']>): void => {
  totals.members += 1
  totals.segments += member.segments
  if (member.isChanged) totals.changed_students += 1
  const subscribers = member.statements.filter(({ person }) => person.relation === 'self').length
  const dependents = member.statements.length - subscribers
  totals.subscribers += subscribers
  totals.dependents += dependents
  for (const { type } of member.statements) totals.counts[type] = (totals.counts[type] ?? 0) + 1
  const { segments } = member
  totals.sets = withStudent(totals.sets, { last_position: totals.members, subscribers, dependents, segments })
}

const insertProblems = async (
  context: RecordsContext,
  file: FileRecord,
  told: readonly ToldRow[],
  totals: Totals,
): Promise<void> => {
  const rows = told.flatMap(({ row, problems }) => {
    if (problems.length > 0) totals.left_out += 1
    return problems.map((one) => {
      totals.problems += 1
      return { ...placeOf(file, row), ...one, position: totals.problems }
    })
  })
  if (rows.length > 0) await context.db.insertInto('carrier_file_problems').values(rows).execute()
}
