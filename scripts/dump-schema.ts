import type pg from 'pg'

/**
 * Returns the schema as text for readers: every table with its reason, columns, constraints, indexes and triggers, then
 * functions.
 */
export const dumpSchema = async (client: pg.Client): Promise<string> => {
  const rows = async (sql: string): Promise<string[]> => {
    const result = await client.query<{ text: string }>(sql)
    return result.rows.map(({ text }) => text)
  }
  const parts = [
    '-- Written by `npm run migrate`: the schema as the migrations leave it.',
    ...(await rows(collations)),
    ...(await rows(domains)),
    ...(await rows(tables)),
    ...(await rows(functions)),
  ]
  return `${parts.join('\n\n')}\n`
}

const collations = `
  select format('create collation %I (provider = icu, locale = %L);', collname,
    -- its name until PostgreSQL 16
    coalesce(to_jsonb(c) ->> 'colllocale', to_jsonb(c) ->> 'colliculocale')) as text
  from pg_collation c where collnamespace = 'public'::regnamespace order by collname`

const domains = `
  select format(E'create domain %I as %s\\n  %s;', t.typname, format_type(t.typbasetype, t.typtypmod),
    string_agg(pg_get_constraintdef(c.oid), ' ')) as text
  from pg_type t join pg_constraint c on c.contypid = t.oid
  where t.typnamespace = 'public'::regnamespace and t.typtype = 'd'
  group by t.oid order by t.typname`

const tables = `
  select coalesce('-- ' || obj_description(c.oid, 'pg_class') || E'\\n', '')
    || format(E'create table %I (\\n%s\\n);', c.relname, concat_ws(E',\\n', columns.text, constraints.text))
    || coalesce(E'\\n' || indexes.text, '') || coalesce(E'\\n' || triggers.text, '') as text
  from pg_class c
  cross join lateral (
    select string_agg(format('  %I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> 0 and l.collname <> 'default' then ' collate ' || l.collname else '' end,
      case when a.attnotnull then ' not null' else '' end,
      case when a.attidentity <> '' then ' generated always as identity'
        when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
        when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end),
      E',\\n' order by a.attnum) as text
    from pg_attribute a
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join pg_collation l on l.oid = a.attcollation
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) columns
  cross join lateral (
    select string_agg(format('  constraint %I %s', conname, pg_get_constraintdef(oid)), E',\\n' order by contype <> 'p', conname) as text
    from pg_constraint where conrelid = c.oid and contype <> 'n') constraints
  cross join lateral (
    select string_agg(pg_get_indexdef(i.indexrelid) || ';', E'\\n' order by i.indexrelid::regclass::text) as text
    from pg_index i where i.indrelid = c.oid
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)) indexes
  cross join lateral (
    select string_agg(pg_get_triggerdef(t.oid) || ';', E'\\n' order by t.tgname) as text
    from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) triggers
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
  order by c.relname`

const functions = `
  select coalesce('-- ' || obj_description(p.oid, 'pg_proc') || E'\\n', '') || pg_get_functiondef(p.oid) || ';' as text
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname`
