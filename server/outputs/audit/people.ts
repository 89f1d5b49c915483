import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fullName } from '#server/platform/db/person-names.ts'

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
