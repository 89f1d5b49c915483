import { sql } from 'kysely'
import type { AnonymousContext } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { roomForForms } from '#server/setup/documents/index.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { blindIndex } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'

/** The share of the room for files of forms that files without a form can take. */
const unsentShare = 0.5

/** The share of it that files from one network can take in 24 hours. A campus can be one network. */
const networkShare = 0.25

/** Where a file comes from. */
interface Origin {
  readonly schoolId: number
  readonly network: Buffer
}

/** Returns the keyed hash of the network that a file comes from. A subscriber has many addresses of IPv6: a /64 counts. */
export const networkHash = ({ services, address }: AnonymousContext, schoolId: number): Buffer =>
  blindIndex(services.keys, schoolId, networkOf(address ?? ''))

const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4).join(':')
}

/**
 * Makes room for a file: drops the oldest files that no form names, first of the network, then of the school. So unsent
 * files never close the intake, and a network can fill only its own room.
 * @throws Problem 422 if files that forms name fill it
 */
export const makeRoom = async (context: AnonymousContext, from: Origin, size: number): Promise<void> => {
  const system = scope.asSystem(context.db, from.schoolId)
  const room = roomForForms(context.services)
  const held = await countBytes(context, system, from)
  if (held.named + size > room)
    throw problem.invalid({ file: 'The school can’t take more files right now. Try again tomorrow.' })
  if (held.namedOfNetwork + size > room * networkShare)
    throw problem.invalid({ file: 'Too many files were sent from your network. Try again tomorrow.' })
  const tooMuchOfNetwork = held.namedOfNetwork + held.unsentOfNetwork + size - room * networkShare
  const dropped = await dropOldest(system, from.network, tooMuchOfNetwork)
  const unsent = held.unsent - dropped
  const tooMuch = Math.max(unsent + size - room * unsentShare, held.named + unsent + size - room)
  if (dropped + (await dropOldest(system, null, tooMuch)) > 0) await tellStaff(context, from.schoolId)
}

interface Held {
  readonly named: number
  readonly unsent: number
  readonly namedOfNetwork: number
  readonly unsentOfNetwork: number
}

/** Counts the bytes of form files that aren’t documents; those of the network within 24 hours. */
const countBytes = async (
  { clock }: AnonymousContext,
  system: ScopeContext,
  { network, schoolId }: Origin,
): Promise<Held> => {
  const since = new Date(clock.now().getTime() - 24 * 3_600_000).toISOString()
  const bytes = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(form_files.size) filter (where ${condition}), 0)::bigint`
  const isUnsent = sql<boolean>`form_files.submission_id is null`
  const isOfNetwork = sql<boolean>`form_files.sent_from = ${network} and form_files.created_at > ${since}`
  return scope
    .formFiles(system)
    .select([
      bytes(sql<boolean>`not (${isUnsent})`).as('named'),
      bytes(isUnsent).as('unsent'),
      bytes(sql<boolean>`not (${isUnsent}) and ${isOfNetwork}`).as('namedOfNetwork'),
      bytes(sql<boolean>`${isUnsent} and ${isOfNetwork}`).as('unsentOfNetwork'),
    ])
    .where('form_files.school_id', '=', schoolId)
    .where('form_files.student_file_id', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Deletes the oldest unsent files, of a network or of all, until so many bytes are free. Returns the bytes it freed. */
const dropOldest = async (system: ScopeContext, network: Buffer | null, bytes: number): Promise<number> => {
  if (bytes <= 0) return 0
  const { rows } = await sql<{ size: number }>`
    delete from form_files where id in (
      select id from (
        select id, size, sum(size) over (order by created_at, id) - size as before from form_files
        where submission_id is null and (${network}::bytea is null or sent_from = ${network})
          and ${scope.within(system, 'school_id')}
      ) oldest where before < ${bytes}
    ) and submission_id is null and ${scope.within(system, 'school_id')} returning size`.execute(system.db)
  return rows.reduce((sum, { size }) => sum + size, 0)
}

const notice = 'files of forms were dropped: too many were uploaded without a form'

/** Notes in the activity log, once an hour, and in the server’s log that files were dropped. */
const tellStaff = async (context: AnonymousContext, schoolId: number): Promise<void> => {
  const { services, clock } = context
  services.log.warn(
    { school: schoolId },
    'Files of forms were dropped: too many were uploaded without a form.',
  )
  const since = new Date(clock.now().getTime() - 3_600_000).toISOString()
  const told = await services.db
    .selectFrom('access_log')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('detail', '=', notice)
    .where('at', '>', since)
    .executeTakeFirst()
  if (told) return
  await logAccess(services.db, services, context, {
    action: 'refused',
    outcome: 'refused',
    subject_type: 'school',
    subject_id: schoolId,
    school_id: schoolId,
    detail: notice,
  })
}
