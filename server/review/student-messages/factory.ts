import type { Insertable } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { DB } from '#server/platform/db/schema.ts'

type Message = Insertable<DB['student_messages']>

let made = 0

/** Returns 4 letters, because references have no 0 and no 1. */
const numberInLetters = (number: number): string =>
  [...String(number).padStart(4, '0')].map((digit) => 'ABCDEFGHIJ'.charAt(Number(digit))).join('')

/** Creates a message from the contact form, sent on 11/20/2026. Returns its ID. */
export const buildStudentMessage = async (
  db: Database,
  values: Partial<Message> & Pick<Message, 'school_id' | 'period_id'>,
): Promise<number> => {
  made += 1
  const { id } = await db
    .insertInto('student_messages')
    .values({
      reference: `M-TEST-${numberInLetters(made)}`,
      email: 'maya@mail.example',
      message: 'Can I still send my waiver?',
      created_at: '2026-11-20T14:00:00.000Z',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
