import type { Database } from '#server/platform/db/database.ts'
import type { Access, AccessQueue, AccessSource, AccessWriter } from '#server/platform/context.ts'

const rowOf = (services: Pick<AccessWriter, 'clock'>, who: AccessSource, access: Access) => ({
  at: services.clock.now().toISOString(),
  ...originOf(who),
  action: access.action,
  outcome: access.outcome ?? 'allowed',
  subject_type: access.subject_type ?? null,
  subject_id: access.subject_id ?? null,
  school_id: access.school_id ?? null,
  student_id: access.student_id ?? null,
  detail: access.detail ?? null,
})

const originOf = ({ caller, address, requestId }: AccessSource) => ({
  actor_id: caller?.id ?? null,
  address,
  request_id: requestId,
  emergency_id: caller?.emergency_id ?? null,
})

/** Logs an access before the response is sent. Reveals, downloads and exports fail without it. Returns its ID. */
export const logAccess = async (
  db: Database,
  services: Pick<AccessWriter, 'clock'>,
  who: AccessSource,
  access: Access,
): Promise<number> => {
  const { id } = await db
    .insertInto('access_log')
    .values(rowOf(services, who, access))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Logs who viewed a student, and which part, soon after the response. */
export const logView = (
  context: AccessSource & { readonly services: AccessWriter & { readonly accesses: AccessQueue } },
  student: { readonly id: number; readonly school_id: number },
  seen: Pick<Access, 'subject_type' | 'subject_id' | 'detail'> = {},
): void =>
  context.services.accesses.add(context.services, context, {
    action: 'view',
    subject_type: 'student',
    subject_id: student.id,
    school_id: student.school_id,
    student_id: student.id,
    ...seen,
  })

/** Logs soon after the response that someone read the activity of people, of a student or of a school. */
export const logActivityView = (
  context: AccessSource & { readonly services: AccessWriter & { readonly accesses: AccessQueue } },
  about: { readonly student_id?: number | undefined; readonly school_id?: number | undefined },
  detail: string,
): void =>
  context.services.accesses.add(context.services, context, {
    action: 'view',
    subject_type: 'activity',
    ...(about.student_id === undefined ? {} : { student_id: about.student_id }),
    ...(about.school_id === undefined ? {} : { school_id: about.school_id }),
    detail,
  })

/** A row that isn’t saved yet. */
interface Waiting {
  readonly services: AccessWriter
  readonly row: ReturnType<typeof rowOf> & { readonly times?: number }
}

/** The most different refusals that are counted at once. More are logged one by one. */
const mostCounted = 10_000

const minuteOf = ({ at }: Waiting['row']): string => at.slice(0, 16)
const kindOf = (row: Waiting['row']): string =>
  JSON.stringify([
    row.actor_id,
    row.address,
    row.action,
    row.subject_type,
    row.subject_id,
    row.school_id,
    row.detail,
  ])

/** Counts refusals that repeat one of the same minute. */
const createRepeats = () => {
  const counted = new Map<string, Waiting & { readonly repeats: number }>()
  return {
    /** Returns whether a refusal repeats one of its minute, and counts it then. */
    count: (services: AccessWriter, row: Waiting['row']): boolean => {
      const known = counted.get(kindOf(row))
      const isRepeat = known !== undefined && minuteOf(known.row) === minuteOf(row)
      // what an earlier minute counted is taken first
      if (!isRepeat && (known?.repeats || counted.size >= mostCounted)) return false
      counted.set(kindOf(row), { services, row, repeats: isRepeat ? known.repeats + 1 : 0 })
      return isRepeat
    },
    /** Takes what minutes before now have counted; all of it at the end. */
    take: (isEnd: boolean): Waiting[] => {
      const over = [...counted].filter(
        ([, { services, row }]) => isEnd || minuteOf(row) !== services.clock.now().toISOString().slice(0, 16),
      )
      for (const [kind] of over) counted.delete(kind)
      return over
        .filter(([, { repeats }]) => repeats > 0)
        .map(([, { services, row, repeats }]) => ({ services, row: { ...row, times: repeats } }))
    },
  }
}

/** Rows per statement. A statement can have 65,535 values, and a database outage can queue more. */
const batchSize = 1000

export const createAccessQueue = (): AccessQueue => {
  let waiting: Waiting[] = []
  const repeats = createRepeats()
  return {
    add: (services, who, access) => {
      const row = rowOf(services, who, access)
      if (access.outcome !== 'refused' || !repeats.count(services, row)) waiting.push({ services, row })
    },
    refuse: async (services, who, access) => {
      const row = rowOf(services, who, { outcome: 'refused', ...access })
      if (!repeats.count(services, row)) await services.db.insertInto('access_log').values(row).execute()
    },
    flush: async (isEnd = false) => {
      waiting.push(...repeats.take(isEnd))
      const [first] = waiting
      if (!first) return
      let rows = waiting
      waiting = []
      try {
        for (; rows.length > 0; rows = rows.slice(batchSize))
          await first.services.db
            .insertInto('access_log')
            .values(rows.slice(0, batchSize).map(({ row }) => ({ times: 1, ...row })))
            .execute()
      } catch (error) {
        waiting = [...rows, ...waiting]
        first.services.log.error({ err: error }, 'Couldn’t write the access log. Retrying.')
      }
    },
  }
}
