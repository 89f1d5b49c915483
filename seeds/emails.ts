import type { EmailState } from '#contract/review/emails/shapes.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SeededRow } from './history.ts'
import { insertRows } from './insert-rows.ts'

interface SeedContext {
  readonly db: Database
  readonly schoolId: number
  readonly schoolName: string
  readonly year: number
  readonly adminId: number
}

interface Became {
  readonly state: EmailState
  readonly via?: 'smtp' | 'mailbox'
  readonly error?: string
}

/** What became of the emails, in turn. */
const outcomes: readonly Became[] = [
  { state: 'sent', via: 'mailbox' },
  { state: 'sent', via: 'smtp' },
  { state: 'failed', error: '550 5.1.1 Recipient address rejected: User unknown' },
  { state: 'canceled', error: 'The change that caused it was undone.' },
  { state: 'bounced', via: 'smtp', error: '552 5.2.2 Mailbox full' },
  { state: 'uncertain', error: 'Connection closed unexpectedly' },
]

/** Students of a period with emails. */
const recipients = 12

/** Creates emails to the first students with waived medical coverage, the same every time. */
export const seedEmails = async (ground: SeedContext, rows: readonly SeededRow[]): Promise<void> => {
  const { db, schoolId, year, adminId } = ground
  const waived = rows.filter(({ statuses }) => statuses.medical === 'waived').slice(0, recipients)
  const students = await db
    .selectFrom('students')
    .select(['id', 'first_name', 'last_name', 'university_email'])
    .where(
      'id',
      'in',
      waived.map(({ student_id }) => student_id),
    )
    .execute()
  const known = new Map(students.map((student) => [student.id, student]))
  const emails = waived.flatMap(({ id, student_id }, index) => {
    const student = known.get(student_id)
    const became = outcomes[index % outcomes.length]
    if (!student?.university_email || !became) return []
    const minutes = (later: number) => new Date(Date.UTC(year, 8, 8 + index, 15, later)).toISOString()
    const isTried = became.state !== 'canceled'
    return {
      ...became,
      kind: 'waiver_approved_confirmation',
      to_address: student.university_email,
      to_name: `${student.first_name} ${student.last_name}`,
      subject: 'Your insurance waiver was approved',
      body: textOf(student.first_name, ground),
      school_id: schoolId,
      student_id,
      student_period_id: id,
      sender_id: adminId,
      created_at: minutes(index),
      send_at: minutes(index + 5),
      sent_at: became.via === undefined ? null : minutes(index + 5),
      attempts: isTried ? 1 : 0,
    }
  })
  await insertRows(db, 'emails', emails)
}

/** Creates a reminder that staff wrote to some students, and addresses that get no emails. */
export const seedComposedEmails = async (ground: SeedContext, rows: readonly SeededRow[]): Promise<void> => {
  const { db, schoolId, year, adminId } = ground
  const at = new Date(Date.UTC(year, 7, 20, 14)).toISOString()
  const [changeId = 0] = await insertRows(db, 'changes', [
    { at, actor_id: adminId, cause: 'bulk', kind: 'emails_composed', school_id: schoolId },
  ])
  const unsure = rows.filter(({ statuses }) => statuses.medical === 'not_started').slice(0, reminded)
  const students = await db
    .selectFrom('students')
    .select(['id', 'first_name', 'last_name', 'university_email'])
    .where(
      'id',
      'in',
      unsure.map(({ student_id }) => student_id),
    )
    .orderBy('id')
    .execute()
  const periodOf = new Map(unsure.map(({ student_id, id }) => [student_id, id]))
  const emails = students.flatMap((student, index) =>
    student.university_email === null
      ? []
      : {
          ...(index === 0
            ? { state: 'suppressed', error: 'This address is blocked. Bounced: 550 5.1.1 User unknown' }
            : { state: 'sent', via: 'mailbox', sent_at: at, attempts: 1 }),
          kind: 'message',
          to_address: student.university_email,
          to_name: `${student.first_name} ${student.last_name}`,
          subject: 'Please send your insurance form',
          body: `Hello ${student.first_name},\n\nWe haven’t received your insurance form yet. Enroll or waive before the deadline.`,
          school_id: schoolId,
          student_id: student.id,
          student_period_id: periodOf.get(student.id),
          change_id: changeId,
          sender_id: adminId,
          created_at: at,
          send_at: at,
        },
  )
  await insertRows(
    db,
    'emails',
    emails.map((email) => ({ attempts: 0, ...email })),
  )
  await seedBlockedAddresses(ground, at, students[0]?.university_email ?? 'unknown@campus.example')
}

/** Creates addresses that get no emails, one for each reason. */
const seedBlockedAddresses = async (
  { db, adminId }: SeedContext,
  at: string,
  bounced: string,
): Promise<void> => {
  await insertRows(db, 'suppressed_addresses', [
    {
      address: bounced.toLowerCase(),
      source: 'bounced',
      reason: '550 5.1.1 User unknown',
      since: at,
    },
    {
      address: 'parent@mail.example',
      source: 'complained',
      reason: 'The recipient reported this email as spam.',
      since: at,
    },
    {
      address: 'former.student@mail.example',
      source: 'added',
      reason: 'Graduated and asked us not to write.',
      since: at,
      added_by: adminId,
    },
  ])
}

/** Students that the reminder went to. */
const reminded = 40

const textOf = (firstName: string, { schoolName, year }: SeedContext): string =>
  [
    `Hello ${firstName},`,
    `Your waiver for medical coverage was approved for the ${year}–${(year + 1) % 100} policy year. You don’t need to do anything else.`,
    'If you lose your other coverage during the year, contact us within 31 days so that you can enroll.',
    `Student Insurance Office\n${schoolName}`,
  ].join('\n\n')
