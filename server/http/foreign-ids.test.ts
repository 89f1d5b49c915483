import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import { buildAskWorld, textFile, type AskWorld } from '#server/testing/ask-world.ts'
import { askOf, rows, sendAsk, type AnyAsk, type Row } from '#server/testing/send-ask.ts'
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'

/** Every id that a query or a body may hold, at whatever depth, set to one of another school beside one's own. */
type Json = Readonly<Record<string, unknown>>

interface Foreign {
  readonly world: AskWorld
  readonly dependentId: number
  readonly fileId: number
  readonly viewId: number
}

let house: TestHouse
let own: AskWorld
let theirs: Foreign
beforeAll(async () => {
  house = await startTestHouse()
  own = await buildAskWorld(house)
  const world = await buildAskWorld(house)
  const child = { type: 'child', first_name: 'Kim', last_name: 'Park', covers: [] }
  const record = await world.registrar.put(`/api/student-periods/${world.studentPeriodId}`, {
    dependents: [child],
  })
  const file = await world.registrar.upload(`/api/students/${world.studentId}/file`, {}, textFile)
  const view = { school_id: world.schoolId, name: 'Nurses', shared: true, query: {} }
  theirs = {
    world,
    dependentId: record.body.data.dependents[0].id,
    fileId: file.body.data.id,
    viewId: (await world.registrar.post('/api/views', view)).body.data.id,
  }
})
afterAll(() => house.close())

/** What stands under a name in the other school; lists hold one's own as well. */
const foreign: Readonly<Record<string, () => unknown>> = {
  id: () => theirs.dependentId,
  school_id: () => theirs.world.schoolId,
  current_school_id: () => theirs.world.schoolId,
  period_id: () => theirs.world.periodId,
  student_id: () => theirs.world.studentId,
  student_period_id: () => theirs.world.studentPeriodId,
  copy_from_student_period_id: () => theirs.world.studentPeriodId,
  replaces_id: () => theirs.fileId,
  view_ids: () => String(theirs.viewId),
  ids: () => [own.studentPeriodId, theirs.world.studentPeriodId],
}

/** Names of nobody's school, or that only leave out what they name: a foreign one finds nothing. */
const ownerless = /(^|\.)(except_ids|change_id|actor_id|(medical|dental|vision)_waive_insurance_company_id)$/

const isId = (name: string): boolean => /(^|_)ids?$/.test(name)

/** The paths of all ids in a schema. */
const idsIn = (schema: Schema | undefined): string[] => {
  const found = new Set<string>()
  const walk = (part: unknown, path: readonly string[]): void => {
    if (typeof part !== 'object' || part === null) return
    const { properties, items, anyOf, oneOf, allOf } = part as Json
    for (const choice of [anyOf, oneOf, allOf].flat()) walk(choice, path)
    walk(items, [...path, '0'])
    for (const [name, inner] of Object.entries(Object(properties))) {
      if (isId(name)) found.add([...path, name].join('.'))
      walk(inner, [...path, name])
    }
  }
  if (schema) walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }), [])
  return [...found].filter((path) => !ownerless.test(path))
}

/** A valid ask with a foreign id in it: sources that would stand beside a selection or a list go. */
const bent = (ask: AnyAsk, at: 'query' | 'body', path: string): AnyAsk => {
  const name = path.split('.').at(-1) ?? ''
  const value = foreign[name]?.()
  const { ids: _ids, period_id: _period, selection: _selection, ...rest }: Json = { ...Object(ask.body) }
  if (path.startsWith('selection.')) return { ...ask, body: { ...rest, selection: { [name]: value } } }
  if (path === 'ids') return { ...ask, body: { ...rest, ids: value } }
  if (path === 'dependents.0.id') {
    const child = { type: 'child', first_name: 'Kim', last_name: 'Park', covers: [] }
    return { ...ask, body: { dependents: [{ ...child, id: value }] } }
  }
  return { ...ask, [at]: { ...Object(ask[at]), [path]: ask.file ? String(value) : value } }
}

const tables = [
  'students',
  'student_periods',
  'dependents',
  'student_notes',
  'student_files',
  'saved_views',
  'imports',
  'exports',
  'jobs',
  'changes',
  'history',
] as const

/** All that is stored, to be compared. */
const snapshot = async (): Promise<unknown[]> => {
  const hashes = tables.map((table) =>
    sql`select ${table}::text as name, md5(string_agg(t::text, '|' order by t::text)) as hash
      from ${sql.table(table)} t`.execute(house.owner),
  )
  return (await Promise.all(hashes)).flatMap((found) => found.rows)
}

const lastRefusal = () =>
  house.owner
    .selectFrom('access_log')
    .select(['actor_id', 'outcome', 'detail', 'subject_id'])
    .where('action', '=', 'refused')
    .orderBy('id', 'desc')
    .executeTakeFirst()

const cases = rows
  .filter(({ endpoint }) => endpoint.access === 'school')
  .flatMap((row) =>
    (['query', 'body'] as const).flatMap((at) =>
      idsIn(row.endpoint[at]).map((path): [string, Row, 'query' | 'body', string] => [
        `${row.room}.${row.name}: ${at}.${path}`,
        row,
        at,
        path,
      ]),
    ),
  )

describe('an id of another school', () => {
  it('stands in queries and bodies at all depths', () => {
    const paths = cases.map(([, , , path]) => path)
    for (const path of ['ids', 'selection.period_id', 'dependents.0.id', 'view_ids', 'replaces_id'])
      expect(paths).toContain(path)
  })

  it.each(cases)('is refused at %s, and nothing changes', async (_, row, at, path) => {
    const ask = bent(await askOf(row, own), at, path)
    const before = await snapshot()
    const { status, body } = await sendAsk(own.registrar, row, ask)
    // by the id, and not by something else that is wrong with the ask
    const named = Object.keys(Object(body?.errors))
    expect([status, body?.code, named]).toEqual(
      path === 'ids' ? [404, 'not_found', []] : [422, 'invalid', [path]],
    )
    expect(await snapshot()).toEqual(before)
    await house.house.accesses.flush()
    const noted = await lastRefusal()
    expect(noted?.detail).toMatch(
      new RegExp(`^${row.endpoint.method} /api/\\S+ .*\\b${path === 'ids' ? 'id' : path}\\b`),
    )
  })

  it('leaves a line in the access log where it stands in the path', async () => {
    const path = `/api/students/${theirs.world.studentId}`
    expect((await own.registrar.get(path)).status).toBe(404)
    await house.house.accesses.flush()
    expect(await lastRefusal()).toEqual({
      actor_id: own.registrarId,
      outcome: 'refused',
      detail: `GET ${path}`,
      subject_id: theirs.world.studentId,
    })
  })
})
