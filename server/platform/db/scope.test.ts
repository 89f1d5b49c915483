import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStudent } from '#server/records/students/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { otherTables, scope, tenantTables, type ScopeContext, type TenantTable } from './scope.ts'

let services: TestServices
let own: SchoolWorld
let foreign: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  own = await buildSchoolWorld(services)
  foreign = await buildSchoolWorld(services)
})
afterAll(() => services.close())

/** Returns the tables with a school column or with a foreign key path to one, and those columns. */
const tablesOfSchools = async (): Promise<Map<string, Set<string>>> => {
  const { rows: named } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'school_id' and t.table_type = 'BASE TABLE' and c.table_schema = 'public'`.execute(
    services.owner,
  )
  const { rows: keys } = await sql<{ name: string; column: string; parent: string }>`
    select own.relname as name, a.attname as column, parent.relname as parent
    from pg_constraint k
    join pg_class own on own.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    join unnest(k.conkey) as n(column_number) on true
    join pg_attribute a on a.attrelid = own.oid and a.attnum = n.column_number
    where k.contype = 'f' and own.relnamespace = 'public'::regnamespace`.execute(services.owner)
  const found = new Map<string, Set<string>>([['schools', new Set(['id'])]])
  for (const { name } of named) found.set(name, new Set(['school_id']))
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const { name, column, parent } of keys) {
      if (!found.has(parent) || parent in otherTables || found.get(name)?.has('school_id')) continue
      found.set(name, (found.get(name) ?? new Set<string>()).add(column))
    }
  }
  return found
}

describe('the list of tenant tables', () => {
  it('matches the database, with the key of each table’s school', async () => {
    const found = await tablesOfSchools()
    expect([...found.keys()].sort()).toEqual(
      [...Object.keys(tenantTables), ...Object.keys(otherTables)].sort(),
    )
    for (const [table, { key }] of Object.entries(tenantTables))
      expect([table, [...(found.get(table) ?? [])]]).toEqual([table, expect.arrayContaining([key])])
  })
})

describe('the scope', () => {
  const as = (schoolId: number): ScopeContext => scope.asSystem(services.services.db, schoolId)

  it('adds the school to the SQL of every read, change and deletion', () => {
    const context = as(4711)
    const { update, delete: remove, within: _within, asSystem: _asSystem, ...readers } = scope
    const read = Object.values(readers).map((reader) => reader(context).compile())
    // the keys of the list are its tables
    const tables = Object.keys(tenantTables) as TenantTable[]
    const written = tables.flatMap((table) => [
      update(context, table).set({}).compile(),
      remove(context, table).compile(),
    ])
    const built = [...read, ...written]
    for (const { sql: text, parameters } of built) {
      expect(text).toMatch(/where .*(school_id|"schools"\."id")/)
      expect(parameters).toContainEqual([4711])
    }
  })

  it('reads, changes and deletes nothing of another school', async () => {
    const id = await buildStudent(services.owner, { school_id: foreign.schoolId })
    const change = (context: ScopeContext) =>
      scope.update(context, 'students').set({ city: 'Elsewhere' }).where('id', '=', id).executeTakeFirst()
    expect(await scope.students(as(own.schoolId)).selectAll().where('id', '=', id).execute()).toEqual([])
    expect((await change(as(own.schoolId))).numUpdatedRows).toBe(0n)
    expect((await change(as(foreign.schoolId))).numUpdatedRows).toBe(1n)
    const gone = await scope
      .delete({ ...as(own.schoolId), db: services.owner }, 'periods')
      .where('id', '=', foreign.periodId)
      .executeTakeFirst()
    expect(gone.numDeletedRows).toBe(0n)
  })

  it('lets product admins change any record they find', async () => {
    const id = await buildStudent(services.owner, { school_id: foreign.schoolId })
    const admin: ScopeContext = {
      db: services.services.db,
      caller: { permission: 'shipmate_admin', school_ids: [] },
    }
    const changed = await scope
      .update(admin, 'students')
      .set({ city: 'Elsewhere' })
      .where('id', '=', id)
      .executeTakeFirst()
    expect(changed.numUpdatedRows).toBe(1n)
  })
})
