import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const create = (more: object) =>
  world.admin.post('/api/periods', {
    school_id: world.schoolId,
    starts_on: '2027-08-01',
    ends_on: '2028-07-31',
    dental_offered: false,
    vision_offered: false,
    ...more,
  })

interface State {
  readonly kind: string
  readonly version: number
  readonly is_published: boolean
}

describe('standard forms and pages', () => {
  it('start a policy year that students can use after its plan is named and priced', async () => {
    const made = await create({ name: 'Starter', has_starter: true })
    expect([made.status, made.body.data.has_setup]).toEqual([201, true])
    const path = `/api/periods/${made.body.data.id}`
    const kinds = async () =>
      (await world.admin.get(`${path}/checks`)).body.data
        .filter(({ kind }: { kind: string }) => kind !== 'not_published')
        .map(({ kind }: { kind: string }) => kind)
    // nothing is empty, and every requirement has its question or statement; dates, plan and premium are the school’s own
    expect(await kinds()).toEqual(['deadline_missing', 'deadline_missing', 'plan_unnamed', 'premium_missing'])
    const states: State[] = (await world.admin.get(`${path}/documents`)).body.data
    const documents = states
      .filter(({ is_published }) => is_published)
      .map(({ kind, version }) => ({ kind, version }))
    // the forms ask enough to be published without a reason
    expect((await world.admin.post(`${path}/publications`, { documents })).status).toBe(200)
  })

  it('aren’t mixed with a copy', async () => {
    const both = await create({ name: 'Both', has_starter: true, copy_from_period_id: world.periodId })
    expect(Object.keys(both.body.errors)).toEqual(['has_starter'])
  })

  it('aren’t in a policy year that starts empty', async () => {
    const made = await create({ name: 'Empty' })
    expect(made.body.data.has_setup).toBe(false)
  })
})

describe('a form without a question that matching or checking needs', () => {
  const asked = (name: string) => ({
    key: name.slice(-20).replaceAll('_', '-'),
    name,
    label: null,
    help: null,
    is_required: true,
  })
  const publish = async (names: readonly string[], reason?: string) => {
    const path = `/api/periods/${world.periodId}`
    const saved = await world.admin.put(`${path}/waiver-form`, {
      is_open: true,
      steps: [{ key: 's', title: 'All', body: '', fields: names.map(asked) }],
      attestations: [],
      confirmation: String(names.length),
    })
    const documents = [{ kind: 'waiver-form', version: saved.body.data.version }]
    return world.admin.post(`${path}/publications`, { documents, ...(reason ? { reason } : {}) })
  }

  it('is published only with a reason, which the history shows', async () => {
    const refused = await publish(['dob', 'medical_waive_insurance_company_id'])
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { reason: ['The waiver form doesn’t ask for the member ID.'] },
    ])
    expect((await publish(['dob', 'comment'], 'The carrier sends us a list.')).status).toBe(200)
    const history = (await world.admin.get(`/api/periods/${world.periodId}/history`)).body.data
    expect(history[0]).toMatchObject({
      kind: 'period_documents_published',
      reason: 'The carrier sends us a list.',
    })
    expect(
      (await publish(['sid', 'medical_waive_insurance_company_id', 'medical_waive_member_subscriber_number']))
        .status,
    ).toBe(200)
  })

  it('is an issue of Setup as soon as it’s saved', async () => {
    await publish(['first_name'])
    const { data } = (await world.admin.get(`/api/periods/${world.periodId}/checks`)).body
    expect(data.find(({ kind }: { kind: string }) => kind === 'question_missing')).toMatchObject({
      document: 'waiver-form',
      words:
        'The waiver form doesn’t ask for the student ID, the date of birth, the insurance company, or the member ID.',
    })
  })
})
