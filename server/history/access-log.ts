import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'

/** One act of seeing, or of being refused; apart from history, for admins only. */
export interface Access {
  readonly action: 'view' | 'download' | 'export' | 'reveal' | 'login' | 'login_failed' | 'logout' | 'refused'
  readonly outcome?: 'allowed' | 'refused'
  readonly subject_type?: string
  readonly subject_id?: number
  readonly school_id?: number
  readonly student_id?: number
  readonly detail?: string
}

/** What of the house writes an access down. */
interface Writer {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
}

interface Who {
  readonly caller: { readonly id: number } | null
  readonly requestId: string
  readonly address: string | null
}

const rowOf = (house: Pick<Writer, 'clock'>, who: Who, access: Access) => ({
  at: house.clock.now().toISOString(),
  actor_id: who.caller?.id ?? null,
  action: access.action,
  outcome: access.outcome ?? 'allowed',
  subject_type: access.subject_type ?? null,
  subject_id: access.subject_id ?? null,
  school_id: access.school_id ?? null,
  student_id: access.student_id ?? null,
  detail: access.detail ?? null,
  address: who.address,
  request_id: who.requestId,
})

/** Writes an access down before the answer goes out: reveals, downloads and exports fail without it. */
export const logAccess = async (
  db: Database,
  house: Pick<Writer, 'clock'>,
  who: Who,
  access: Access,
): Promise<void> => {
  await db
    .insertInto('access_log')
    .values(rowOf(house, who, access))
    .execute()
}

/** Accesses that may follow their answer within a second: views and refusals. */
export interface AccessQueue {
  add(house: Writer, who: Who, access: Access): void
  /** Writes what waits; called every second and at the end. */
  flush(): Promise<void>
}

/** Opening what is a student's is noted, soon after the answer: who saw this student, and what of hers. */
export const noteView = (
  context: Who & { readonly house: Writer & { readonly accesses: AccessQueue } },
  student: { readonly id: number; readonly school_id: number },
  seen: Pick<Access, 'subject_type' | 'subject_id' | 'detail'> = {},
): void =>
  context.house.accesses.add(context.house, context, {
    action: 'view',
    subject_type: 'student',
    subject_id: student.id,
    school_id: student.school_id,
    student_id: student.id,
    ...seen,
  })

/** Rows of one statement: it has room for 65,535 values, fewer than an outage of the database lets pile up. */
const batchSize = 1000

export const createAccessQueue = (): AccessQueue => {
  let waiting: { house: Writer; row: ReturnType<typeof rowOf> }[] = []
  return {
    add: (house, who, access) => {
      waiting.push({ house, row: rowOf(house, who, access) })
    },
    flush: async () => {
      const [first] = waiting
      if (!first) return
      let rows = waiting
      waiting = []
      try {
        for (; rows.length > 0; rows = rows.slice(batchSize))
          await first.house.db
            .insertInto('access_log')
            .values(rows.slice(0, batchSize).map(({ row }) => row))
            .execute()
      } catch (error) {
        waiting = [...rows, ...waiting]
        first.house.log.error({ err: error }, 'The access log could not be written; it is tried again.')
      }
    },
  }
}
