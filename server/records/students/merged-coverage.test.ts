import { afterAll, beforeAll, expect, it } from 'vitest'
import { enrolledStudent, exampleSettings } from '#server/outputs/carrier-files/factory.ts'
import { ssnColumns } from '#server/platform/lib/crypt.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import type { TestClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildPerson, confirmed } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let admin: TestClient
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  const person = await buildPerson(services, { permission: 'shipmate_admin' })
  await confirmed(person)
  admin = person.client
  await admin.put(`/api/periods/${world.periodId}/carrier-file`, { ...exampleSettings, receiver_id: 'R1' })
})
afterAll(() => services.close())

const enroll = async (sid: string, ssn: string, academic_status = 'returning') => {
  const built = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: {
      ...enrolledStudent.student,
      sid,
      first_name: 'Ana',
      last_name: 'Lopez',
      prior_last_name: null,
    },
    ...enrolledStudent.record,
    campus: 'Main',
    academic_status,
  })
  await services.owner
    .updateTable('students')
    .set(ssnColumns(services.services.keys, { id: built.student_id, school_id: world.schoolId }, ssn))
    .where('id', '=', built.student_id)
    .execute()
  return built
}

let lastFile = 0
const file = async (kind: 'full' | 'changes'): Promise<string[]> => {
  const started = await admin.post(`/api/periods/${world.periodId}/carrier-files`, { kind })
  await services.runJobs()
  const { id } = started.body.data
  lastFile = id
  expect((await admin.post(`/api/carrier-files/${id}/release`, {})).status).toBe(200)
  return (await admin.get(`/api/carrier-files/${id}/file`)).bytes.toString().split('~')
}

const versionOf = async (id: number): Promise<number> =>
  (await admin.get(`/api/students/${id}`)).body.data.version

it('a merge ends the coverage of the record that was removed, and keeps the other in the carrier’s file', async () => {
  const kept = await enroll('S1', '912345678')
  const other = await enroll('S2', '923456789')
  expect((await file('full')).filter((segment) => segment.startsWith('NM1*IL'))).toHaveLength(2)
  const merged = await admin.post(`/api/students/${kept.student_id}/merge`, {
    other_id: other.student_id,
    version: await versionOf(kept.student_id),
    other_version: await versionOf(other.student_id),
    fields: ['sid', 'ssn'],
    other_period_ids: [world.periodId],
  })
  expect(merged.status).toBe(200)
  const changes = await file('changes')
  // 024 is a termination, 001 a change: the address and email of the kept student
  expect(
    changes
      .filter((segment) => /^(INS\*|NM1\*(IL|74))/.test(segment))
      .map((segment) => segment.split('*'))
      .map((parts) => (parts[0] === 'INS' ? parts[3] : parts.at(-1))),
  ).toEqual(['024', '912345678', '001', '923456789'])
})

it.each([
  ['S3', 'S4', 'part_time', [{ sid: 'S3', differences: [{ kind: 'details' }] }]],
  // the next file would add a member whom the file after the merge doesn’t name
  ['S5', 'S6', 'returning', []],
] as const)(
  'a merge that keeps the student ID goes on as its member, whichever record stays, also after the undo: %s',
  async (sid, otherSid, status, changed) => {
    const [ssn, otherSsn] = [`93456${sid.slice(1)}891`, `94567${otherSid.slice(1)}912`]
    const kept = await enroll(sid, ssn)
    const other = await enroll(otherSid, otherSsn, status)
    await file('changes')
    const merged = await admin.post(`/api/students/${kept.student_id}/merge`, {
      other_id: other.student_id,
      version: await versionOf(kept.student_id),
      other_version: await versionOf(other.student_id),
      fields: [],
      other_period_ids: [world.periodId],
    })
    expect([merged.status, merged.body.errors]).toEqual([200, undefined])
    const ended = [['024', otherSsn]]
    expect(said(await file('changes')).filter(([type]) => type === '024')).toEqual(ended)
    const { data } = (await admin.get(`/api/carrier-files/${lastFile}/members`)).body
    expect(data).toMatchObject([
      { sid: otherSid, student_id: kept.student_id, differences: [{ kind: 'ended' }] },
      ...changed,
    ])
    await expectNothingNew()
    await admin.post(`/api/changes/${String(merged.headers['x-change-id'])}/undo`)
    const separated = said(await file('changes')).filter(([type]) => type === '024' || type === '025')
    expect(separated).toEqual([['025', otherSsn]])
    await expectNothingNew()
  },
)

const expectNothingNew = async (): Promise<void> => {
  const started = await admin.post(`/api/periods/${world.periodId}/carrier-files`, { kind: 'changes' })
  await services.runJobs()
  const at = `/api/carrier-files/${started.body.data.id}`
  expect((await admin.get(at)).body.data).toMatchObject({ subscribers: 0 })
  expect((await admin.post(`${at}/discard`, {})).status).toBe(204)
}

/** Returns what a file says of each subscriber: the type of maintenance, 024 for an end and 025 for a return, and the SSN. */
const said = (segments: readonly string[]): (string | undefined)[][] => {
  const parts = segments.map((segment) => segment.split('*'))
  const types = parts.filter(([name]) => name === 'INS').map((one) => one[3])
  const ssns = parts.filter(([name, kind]) => name === 'NM1' && kind === 'IL').map((one) => one.at(-1))
  return types.map((type, n) => [type, ssns[n]])
}
