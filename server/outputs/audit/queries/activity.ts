import { sql } from 'kysely'
import type { ActivityEntry, ActivityPage } from '#contract/outputs/audit/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fullName } from '#server/platform/db/person-names.ts'
import { scope } from '#server/platform/db/scope.ts'
import { readAccesses, type AccessPlace, type ActivityFilter } from './accesses.ts'
import { readChanges } from './changes.ts'

/** Where a page ends in each of the two tables. */
interface Place {
  readonly access: AccessPlace | null
  readonly change: number | null
}

/** Reads a place: `milliseconds.id` of the last access and the ID of the last change, `-` where none was read. */
const placeOf = (text: string | undefined): Place => {
  const [access = '-', change = '-'] = text?.split('_') ?? []
  const [at, id] = access.split('.')
  return {
    access: id === undefined ? null : { at: new Date(Number(at)).toISOString(), id: Number(id) },
    change: change === '-' ? null : Number(change),
  }
}

const textOf = ({ access, change }: Place): string =>
  `${access ? `${Date.parse(access.at)}.${access.id}` : '-'}_${change ?? '-'}`

const after = (place: Place, { source, at, id }: ActivityEntry): Place =>
  source === 'access' ? { ...place, access: { at, id } } : { ...place, change: id }

/** Merges two lists, each newest first, without changing the order within them. */
const merged = (accesses: readonly ActivityEntry[], changes: readonly ActivityEntry[]): ActivityEntry[] => {
  const all: ActivityEntry[] = []
  let [left, right] = [0, 0]
  for (;;) {
    const [access, change] = [accesses[left], changes[right]]
    if (!access || !change) return [...all, ...accesses.slice(left), ...changes.slice(right)]
    if (access.at > change.at) {
      all.push(access)
      left += 1
    } else {
      all.push(change)
      right += 1
    }
  }
}

/**
 * Returns a page of what people did, newest first. It continues from a place in both tables, so a page in the
 * middle of millions of rows takes as long as the first one.
 */
export const readActivity = async (
  context: Context,
  filter: ActivityFilter,
  { before, per_page: most }: { readonly before?: string | undefined; readonly per_page: number },
): Promise<Omit<ActivityPage, 'student'>> => {
  const start = placeOf(before)
  const [accesses, changes] = await Promise.all([
    readAccesses(context, filter, start.access, most + 1),
    readChanges(context, filter, start.change, most + 1),
  ])
  const all = merged(accesses, changes)
  const rows = all.slice(0, most)
  return { rows, next: all.length > most ? textOf(rows.reduce(after, start)) : null }
}

/** Returns all users by name, including disabled and removed ones, because their past activity remains. */
export const listPeople = async ({ db }: Context): Promise<{ id: number; name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, first_name || ' ' || last_name as name from users order by last_name, first_name, id`.execute(
    db,
  )
  return rows
}

/** Returns a student’s name, also if they were removed; null without an ID or if there’s no such student. */
export const findStudentName = async (
  context: Context,
  id: number | undefined,
): Promise<{ id: number; name: string } | null> => {
  if (id === undefined) return null
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, ${fullName('s')} as name from students s
    where ${scope.within(context, 's.school_id')} and s.id = ${id}`.execute(context.db)
  return rows[0] ?? null
}
