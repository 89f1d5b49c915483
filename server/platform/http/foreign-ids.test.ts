import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint.ts'
import { buildRequestWorld, textFile, type RequestWorld } from '#server/testing/request-world.ts'
import { requestOf, rows, sendRequest, type AnyRequest, type Row } from '#server/testing/send-request.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

/** Replaces every ID in a query or body, at any depth, with one of another school, next to the caller’s own. */
type Json = Readonly<Record<string, unknown>>

interface Foreign {
  readonly world: RequestWorld
  readonly dependentId: number
  readonly fileId: number
  readonly viewId: number
  readonly templateId: number
}

let services: TestServices
let own: RequestWorld
let theirs: Foreign
beforeAll(async () => {
  // a provider of single sign-on runs on this machine
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  own = await buildRequestWorld(services)
  const world = await buildRequestWorld(services)
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
    templateId: (await world.registrar.get(`/api/student-emails/templates?school_id=${world.schoolId}`)).body
      .data[0].id,
  }
})
afterAll(() => services.close())

/** The IDs of the other school by name; lists contain one of the caller’s own too. */
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
  template_id: () => theirs.templateId,
  ids: () => [own.studentPeriodId, theirs.world.studentPeriodId],
}

/** Names without a school, or that only exclude records: a foreign ID has no effect. */
const ownerless = /(^|\.)(except_ids|change_id|actor_id|(medical|dental|vision)_waive_insurance_company_id)$/

const isId = (name: string): boolean => /(^|_)ids?$/.test(name)

/** Returns the paths of all IDs in a schema. */
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

/** Returns a valid request with one foreign ID. Sources that conflict with a selection or list are removed. */
const bent = (ask: AnyRequest, at: 'query' | 'body', path: string): AnyRequest => {
  const name = path.split('.').at(-1) ?? ''
  const value = foreign[name]?.()
  const { ids: _ids, period_id: _period, selection: _selection, ...rest }: Json = { ...Object(ask.body) }
  if (path.startsWith('selection.')) return { ...ask, body: { ...rest, selection: { [name]: value } } }
  if (path === 'template_id') return { ...ask, body: { ids: [own.studentPeriodId], template_id: value } }
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

/** Returns all stored rows, for comparison. */
const snapshot = async (): Promise<unknown[]> => {
  const hashes = tables.map((table) =>
    sql`select ${table}::text as name, md5(string_agg(t::text, '|' order by t::text)) as hash
      from ${sql.table(table)} t`.execute(services.owner),
  )
  return (await Promise.all(hashes)).flatMap((found) => found.rows)
}

const lastRefusal = () =>
  services.owner
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
        `${row.module}.${row.name}: ${at}.${path}`,
        row,
        at,
        path,
      ]),
    ),
  )

describe('an ID of another school', () => {
  it('is possible in queries and bodies at all depths', () => {
    const paths = cases.map(([, , , path]) => path)
    for (const path of ['ids', 'selection.period_id', 'dependents.0.id', 'view_ids', 'replaces_id'])
      expect(paths).toContain(path)
  })

  it.each(cases)('is refused at %s, and nothing changes', async (_, row, at, path) => {
    const ask = bent(await requestOf(row, own), at, path)
    const before = await snapshot()
    const { status, body } = await sendRequest(own.registrar, row, ask)
    // because of the ID, and not another error in the request
    const named = Object.keys(Object(body?.errors))
    expect([status, body?.code, named]).toEqual(
      path === 'ids' ? [404, 'not_found', []] : [422, 'invalid', [path]],
    )
    expect(await snapshot()).toEqual(before)
    await services.services.accesses.flush()
    const noted = await lastRefusal()
    expect(noted?.detail).toMatch(
      new RegExp(`^${row.endpoint.method} /api/\\S+ .*\\b${path === 'ids' ? 'id' : path}\\b`),
    )
  })

  it('is logged if it’s in the path', async () => {
    const path = `/api/students/${theirs.world.studentId}`
    expect((await own.registrar.get(path)).status).toBe(404)
    await services.services.accesses.flush()
    expect(await lastRefusal()).toEqual({
      actor_id: own.registrarId,
      outcome: 'refused',
      detail: `GET ${path}`,
      subject_id: theirs.world.studentId,
    })
  })
})
