import { sql } from 'kysely'
import { customPages } from '#contract/setup/website/custom-pages.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'

/** A custom page that was copied into another policy year. */
export interface CopiedPage {
  readonly id: number
  readonly title: string
  readonly version: number
}

/**
 * Copies custom pages into a policy year of the same school that has none, with their order and their menu keys.
 * Students see them once they’re published. A page of the same key that was deleted there is replaced.
 */
export const copyPages = async (context: Context, from: number, to: number): Promise<CopiedPage[]> => {
  const at = context.clock.now().toISOString()
  const { rows } = await sql<CopiedPage>`
    insert into period_pages (school_id, period_id, key, title, slug, body, es, published, position, created_at,
      updated_at, updated_by)
    select school_id, ${to}, key, title, slug, body, es, published, position, ${at}::timestamptz, ${at}::timestamptz,
      ${context.caller.id}
    from period_pages where period_id = ${from} and ${scope.within(context, 'school_id')} and deleted_at is null
    on conflict (period_id, key, school_id) do update set title = excluded.title, slug = excluded.slug,
      body = excluded.body, es = excluded.es, published = excluded.published, position = excluded.position, deleted_at = null,
      version = period_pages.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
    returning id, title, version`.execute(context.db)
  await hidePublished(context, to)
  return rows
}

/** Takes what was published of a page before it was deleted from students, who see the copy once it’s published. */
const hidePublished = async (context: Context, periodId: number): Promise<void> => {
  await sql`
    insert into period_publications (school_id, period_id, kind, number, version, content, published_at, published_by)
    select distinct on (p.kind) p.school_id, p.period_id, p.kind, p.number + 1, p.version, null,
      ${context.clock.now().toISOString()}::timestamptz, ${context.caller.id}::bigint
    from period_publications p
    join period_pages page on page.school_id = p.school_id and page.deleted_at is null
      and p.kind = ${`${customPages}/`} || page.id
    where p.period_id = ${periodId} and ${scope.within(context, 'p.school_id')}
    order by p.kind, p.number desc`.execute(context.db)
}
