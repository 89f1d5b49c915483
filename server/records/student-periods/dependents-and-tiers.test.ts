import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudentPeriod } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const build = async (values: object) => {
  const place = { school_id: world.schoolId, period_id: world.periodId }
  return `/api/student-periods/${(await buildStudentPeriod(services.owner, { ...place, ...values })).id}`
}
const read = async (at: string) => (await world.admin.get(at)).body.data
const undo = (answer: { headers: Record<string, unknown> }) =>
  world.admin.post(`/api/changes/${String(answer.headers['x-change-id'])}/undo`)
const child = { type: 'child', first_name: 'Kim', last_name: 'Park', covers: ['medical'] }

describe('dependents and a status in one call', () => {
  const override_reason = 'The dean asked.'

  it('give the tier of the dependents, also if a reason overrides the status', async () => {
    const at = await build({ medical_status: 'enrolled' })
    const answer = await world.admin.put(at, {
      dependents: [child],
      medical_status: 'enrolled',
      override_reason,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data.medical_status).toBe('enrolled_ech')
  })

  it('give it too if the student wasn’t enrolled before', async () => {
    const at = await build({ medical_status: 'waived' })
    const answer = await world.admin.put(at, {
      dependents: [child],
      medical_status: 'enrolled',
      override_reason,
    })
    expect(answer.body.data.medical_status).toBe('enrolled_ech')
    const moved = await services.owner
      .selectFrom('history')
      .select(['kind', 'changes'])
      .where('change_id', '=', Number(answer.headers['x-change-id']))
      .where('subject_type', '=', 'student_period')
      .execute()
    expect(moved).toHaveLength(1)
    expect(moved[0]?.kind).toBe('coverage_status_overridden')
    expect(moved[0]?.changes).toContainEqual({
      field: 'medical_status',
      before: 'waived',
      after: 'enrolled_ech',
    })
  })

  it('are accepted without a reason if the status is the tier of the dependents', async () => {
    const at = await build({ medical_status: 'enrolled' })
    const answer = await world.admin.put(at, { dependents: [child], medical_status: 'enrolled_ech' })
    expect(answer.status).toBe(200)
    expect(answer.body.data.medical_status).toBe('enrolled_ech')
  })

  it('leave a tier that staff chose if who is covered stays the same', async () => {
    const at = await build({ medical_status: 'enrolled', dental_status: 'enrolled' })
    await world.admin.put(at, { dental_status: 'enrolled_efam', override_reason })
    const answer = await world.admin.put(at, { dependents: [child] })
    expect(answer.body.data).toMatchObject({ medical_status: 'enrolled_ech', dental_status: 'enrolled_efam' })
  })
})

describe('the undo of a change', () => {
  it('of dependents leaves all of it if another dependent was added since', async () => {
    const at = await build({ medical_status: 'enrolled' })
    const first = await world.admin.put(at, { dependents: [child] })
    const [{ id }] = first.body.data.dependents
    await world.admin.put(at, {
      dependents: [
        { ...child, id },
        { ...child, first_name: 'Lee' },
      ],
    })
    const { body } = await undo(first)
    expect(body.data).toMatchObject({ reverted: 0, left: [{ reason: 'It changed after that.' }] })
    expect(await read(at)).toMatchObject({
      medical_status: 'enrolled_ech',
      dependents: [{ first_name: 'Kim' }, { first_name: 'Lee' }],
    })
  })

  it('that had to leave everything can be made once what came after is undone', async () => {
    const at = await build({ medical_status: 'enrolled' })
    const first = await world.admin.put(at, { dependents: [child] })
    const [{ id }] = first.body.data.dependents
    const second = await world.admin.put(at, { dependents: [{ ...child, id, covers: [] }] })
    expect((await undo(first)).body.data).toMatchObject({ reverted: 0, left_total: 1 })
    expect((await undo(second)).body.data).toMatchObject({ reverted: 1, left: [] })
    expect((await undo(first)).body.data).toMatchObject({ reverted: 1, left: [] })
    expect(await read(at)).toMatchObject({ medical_status: 'enrolled', dependents: [] })
  })

  it('of a status leaves it if its tier no longer fits the dependents', async () => {
    const at = await build({ medical_status: 'enrolled' })
    const waived = await world.admin.put(at, { medical_status: 'waived', override_reason: 'The dean asked.' })
    await world.admin.put(at, { dependents: [child] })
    const { body } = await undo(waived)
    expect(body.data).toMatchObject({ reverted: 0, left: [{ reason: 'It changed after that.' }] })
    expect(await read(at)).toMatchObject({ medical_status: 'waived', dependents: [{ covers: ['medical'] }] })
  })

  it('of a status is made if dependents changed who have nothing to do with it', async () => {
    const at = await build({ medical_status: 'enrolled' })
    const waived = await world.admin.put(at, { medical_status: 'waived', override_reason: 'The dean asked.' })
    await world.admin.put(at, { dependents: [{ ...child, covers: ['dental'] }] })
    expect((await undo(waived)).body.data).toMatchObject({ reverted: 1, left: [] })
    expect(await read(at)).toMatchObject({ medical_status: 'enrolled', dependents: [{ covers: ['dental'] }] })
  })

  it('of dependents restores dependents and tier together', async () => {
    const at = await build({ medical_status: 'enrolled' })
    const first = await world.admin.put(at, { dependents: [child] })
    expect((await undo(first)).body.data).toMatchObject({ reverted: 1, left: [] })
    expect(await read(at)).toMatchObject({ medical_status: 'enrolled', dependents: [] })
  })
})

it('the same dependent twice in one call is an error', async () => {
  const at = await build({ medical_status: 'enrolled' })
  const first = await world.admin.put(at, { dependents: [child] })
  const [{ id }] = first.body.data.dependents
  const twice = await world.admin.put(at, {
    dependents: [
      { ...child, id },
      { ...child, id, first_name: 'Lee' },
    ],
  })
  expect(twice.status).toBe(422)
  expect(twice.body.errors).toEqual({ 'dependents.1.id': ['Send each dependent once.'] })
  expect((await read(at)).dependents).toMatchObject([{ first_name: 'Kim' }])
})
