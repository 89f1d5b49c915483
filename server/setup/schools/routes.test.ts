import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { freeSlug } from '#server/platform/lib/slug.ts'
import { slugOf } from './rules.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

describe('schools', () => {
  it('are listed with the counts of the current period', async () => {
    const at = { school_id: world.schoolId, period_id: world.periodId }
    await buildStudentPeriod(services.owner, { ...at, medical_status: 'waiver_submitted' })
    await buildStudentPeriod(services.owner, { ...at, dental_status: 'enrollment_submitted' })
    await buildStudentPeriod(services.owner, {
      ...at,
      status: 'inactive',
      medical_status: 'waiver_submitted',
    })
    const { body } = await world.admin.get('/api/schools?sort=name')
    const row = body.data.find(({ id }: { id: number }) => id === world.schoolId)
    expect(row).toMatchObject({
      students: 2,
      waiting: 2,
      latest_period_id: world.periodId,
      unseen_submissions: 0,
    })
  })

  it('count the same students as the review view of the list', async () => {
    const at = { school_id: world.schoolId, period_id: world.periodId }
    await buildStudentPeriod(services.owner, { ...at, medical_status: 'waived_needs_reverified' })
    await buildStudentPeriod(services.owner, { ...at, vision_status: 'waived_enrollment_submitted' })
    const { body } = await world.admin.get('/api/schools')
    const { waiting } = body.data.find(({ id }: { id: number }) => id === world.schoolId)
    const views = (await world.admin.get(`/api/views/counts?period_id=${world.periodId}`)).body.data
    const view = views.built_in.find(({ key }: { key: string }) => key === 'needs_review')
    expect(waiting).toBe(view.quantity)
    expect(waiting).toBeGreaterThan(0)
  })

  it('count the same new forms as the sidebar of their policy year', async () => {
    const at = { school_id: world.schoolId, period_id: world.periodId }
    await buildFormSubmission(services.owner, at)
    await buildFormSubmission(services.owner, at)
    await buildFormSubmission(services.owner, { ...at, seen_at: '2026-11-21T14:00:00.000Z' })
    await buildFormSubmission(services.owner, { ...at, progress: 'in_progress' })
    const { body } = await world.admin.get('/api/schools')
    const school = body.data.find(({ id }: { id: number }) => id === world.schoolId)
    const sidebar = await world.admin.get(
      `/api/student-form-submissions/unseen-quantity?period_id=${world.periodId}`,
    )
    expect(school.unseen_submissions).toBe(2)
    expect(sidebar.body.data.quantity).toBe(2)
  })

  it('are created with a unique name', async () => {
    const made = await world.admin.post('/api/schools/create', { name: '  Université de Lyon ' })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      name: 'Université de Lyon',
      slug: 'universite-de-lyon',
      version: 1,
    })
    const again = await world.admin.post('/api/schools/create', { name: 'universite de LYON' })
    expect(again.status).toBe(422)
    expect(again.body.errors.name).toEqual(['The name has already been taken.'])
    const history = await services.owner
      .selectFrom('history')
      .select(['kind', 'actor_id'])
      .where('subject_type', '=', 'school')
      .where('subject_id', '=', made.body.data.id)
      .execute()
    expect(history).toEqual([{ kind: 'school_created', actor_id: world.adminId }])
  })

  it('have the requested slug, once', async () => {
    const asked = { name: 'Lakeside Nursing', slug: 'nursing' }
    const made = await world.admin.post('/api/schools/create', asked)
    expect([made.status, made.body.data.slug]).toEqual([201, 'nursing'])
    const again = await world.admin.post('/api/schools/create', { ...asked, name: 'Another' })
    expect([again.status, again.body.errors]).toEqual([422, { slug: ['The slug has already been taken.'] }])
  })

  it.each([
    [{ name: 'A', slug: 'Not a slug' }, 'slug'],
    [{}, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'A', time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ name: 'A', is_demo: true }, 'is_demo'],
  ])('refuse %j by field', async (body, field) => {
    const answer = await world.admin.post('/api/schools/create', body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  it('are visible to their own school admins only', async () => {
    const other = await buildSchoolWorld(services)
    expect((await world.registrar.get(`/api/schools/${world.schoolId}`)).status).toBe(200)
    expect((await world.registrar.get(`/api/schools/${other.schoolId}`)).status).toBe(404)
    expect((await world.registrar.get(`/api/schools/${other.schoolId}/periods`)).status).toBe(404)
    expect((await world.registrar.get('/api/schools')).status).toBe(403)
  })
})

describe('slugs', () => {
  it.each([
    ['Université de Montréal', 'universite-de-montreal'],
    ['東京大学', 'school'],
    ["St. John's & Co.", 'st-john-s-co'],
  ])('%s → %s', (name, slug) => expect(slugOf(name)).toBe(slug))

  it('are unique', () => {
    expect(freeSlug('school', ['school', 'school-2'])).toBe('school-3')
    expect(freeSlug('lyon', ['school'])).toBe('lyon')
  })
})
