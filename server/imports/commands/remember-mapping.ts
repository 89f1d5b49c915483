import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { foldHeader, proposeMapping, type Mapping } from '../rules/map-headers.ts'

/**
 * A school's files tend to look alike: where staff said otherwise than the header would say by itself, that is
 * proposed next time. What they leave as it would be proposed anyway is no longer remembered.
 */
export const rememberMapping = async (
  context: Context,
  schoolId: number,
  headers: readonly string[],
  mapping: Mapping,
): Promise<void> => {
  const proposed = proposeMapping(headers)
  const isOwn = (header: string): boolean => mapping[header] !== proposed[header]
  const own = Object.keys(mapping).filter(isOwn)
  const plain = Object.keys(mapping).filter((header) => !isOwn(header))
  await sql`
    delete from import_mappings
    where school_id = ${schoolId} and ${scope.within(context, 'school_id')} and header = any(${plain.map(foldHeader)}::text[])`.execute(
    context.db,
  )
  await sql`
    insert into import_mappings (school_id, header, field, updated_at)
    select distinct on (said.header) ${schoolId}::bigint, said.header, said.field,
      ${context.clock.now().toISOString()}::timestamptz
    from unnest(${own.map(foldHeader)}::text[], ${own.map((header) => mapping[header] ?? null)}::text[])
      as said(header, field)
    on conflict (school_id, header) do update set field = excluded.field, updated_at = excluded.updated_at`.execute(
    context.db,
  )
}
