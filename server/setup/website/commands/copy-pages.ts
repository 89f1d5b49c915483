import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'

/** A custom page that was copied into another policy year. */
export interface CopiedPage {
  readonly id: number
  readonly title: string
  readonly version: number
}

/**
 * Copies custom pages into a policy year of the same school that has none, unpublished, with their order and their menu keys.
 * A page of the same key that was deleted there is replaced.
 */
export const copyPages = async (context: Context, from: number, to: number): Promise<CopiedPage[]> => {
  const at = context.clock.now().toISOString()
  const { rows } = await sql<CopiedPage>`
    insert into period_pages (school_id, period_id, key, title, slug, body, es, published, position, created_at,
      updated_at, updated_by)
    select school_id, ${to}, key, title, slug, body, es, false, position, ${at}::timestamptz, ${at}::timestamptz,
      ${context.caller.id}
    from period_pages where period_id = ${from} and ${scope.within(context, 'school_id')} and deleted_at is null
    on conflict (period_id, key, school_id) do update set title = excluded.title, slug = excluded.slug,
      body = excluded.body, es = excluded.es, published = false, position = excluded.position, deleted_at = null,
      version = period_pages.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
    returning id, title, version`.execute(context.db)
  return rows
}
