import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { shiftDates } from '../rules/shift-dates.ts'

interface Year {
  readonly id: number
  readonly starts_on: string
}

/**
 * Takes every document of an earlier period over into a new one, its days moved on by as many years as lie between the
 * two, and every page of the school's own. Nothing is published by it: students see the new year when somebody says so.
 */
export const copyDocuments = async (
  context: Context,
  schoolId: number,
  from: Year,
  to: Year,
): Promise<void> => {
  const years = Number(to.starts_on.slice(0, 4)) - Number(from.starts_on.slice(0, 4))
  const rows = await scope
    .periodDocuments(context)
    .select(['period_documents.kind', 'period_documents.content'])
    .where('period_documents.period_id', '=', from.id)
    .where('period_documents.school_id', '=', schoolId)
    .execute()
  for (const { kind, content } of rows)
    await sql`
      insert into period_documents (school_id, period_id, kind, content, version, updated_at, updated_by)
      values (${schoolId}, ${to.id}, ${kind}, ${JSON.stringify(shiftDates(content, years))}::jsonb, 1,
        ${context.clock.now().toISOString()}::timestamptz, ${context.caller.id})`.execute(context.db)
  await copyPages(context, from.id, to.id)
}

/** Pages of a school's own keep their order and the key that the menu knows them by. */
const copyPages = async (context: Context, from: number, to: number): Promise<void> => {
  const at = context.clock.now().toISOString()
  await sql`
    insert into period_pages (school_id, period_id, key, title, slug, body, published, position, created_at, updated_at,
      updated_by)
    select school_id, ${to}, key, title, slug, body, false, position, ${at}::timestamptz, ${at}::timestamptz,
      ${context.caller.id}
    from period_pages where period_id = ${from} and ${scope.within(context, 'school_id')} and deleted_at is null`.execute(
    context.db,
  )
}
