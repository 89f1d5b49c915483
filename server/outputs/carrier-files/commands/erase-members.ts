import { sql } from 'kysely'
import { scope } from '#server/platform/db/scope.ts'
import type { RecordsContext } from '../queries/records.ts'
import { sealMember } from '../rules/member-state.ts'

/** Replaces what files said of students by nothing. That they were named stays, for the record of disclosures. */
export const eraseMembers = async (context: RecordsContext, studentIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ file_id: number; student_period_id: number }>`
    select member.file_id, member.student_period_id from carrier_file_members member
    where member.student_id = any(${[...studentIds]}::bigint[])
      and ${scope.within(context, 'member.school_id')}`.execute(context.db)
  const nothing = { state: { persons: [] }, said: '' }
  const ciphers = rows.map(({ file_id: fileId, student_period_id: studentPeriodId }) =>
    sealMember(context.services.keys, { fileId, studentPeriodId }, nothing),
  )
  await sql`
    update carrier_file_members member set cipher = blank.cipher, differences = '[]'
    from unnest(${rows.map(({ file_id }) => file_id)}::bigint[],
      ${rows.map(({ student_period_id }) => student_period_id)}::bigint[], ${ciphers}::bytea[])
      as blank(file_id, student_period_id, cipher)
    where member.file_id = blank.file_id and member.student_period_id = blank.student_period_id
      and ${scope.within(context, 'member.school_id')}`.execute(context.db)
}
