import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildElectronicCompany } from '#server/records/insurance-companies/factory.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'
import { createClient, type TestAnswer } from '#server/testing/client.ts'
import { checkedAnswers, publishCheckedForm } from '#server/testing/checked-forms.ts'
import { publishActiveRule, sendForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let company: number
beforeAll(async () => {
  services = await startTestServices()
  company = await buildElectronicCompany(services.owner)
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await chooseSimulator(services.owner, world.schoolId)
  await publishCheckedForm(world)
})

const post = (form: object) =>
  createClient(services.app).post(`/api/public/periods/${world.periodId}/form-submissions`, form)
const read = (token: string): Promise<TestAnswer> =>
  createClient(services.app).get(`/api/public/form-submissions/${token}/progress`)
const waiting = { coverage_type: 'medical', outcome: 'waiting' }

describe('a form that was just sent', () => {
  it('is in review until its check approves it', async () => {
    await publishActiveRule(world, { trial_days: 0, decision_target_days: 3 })
    const { token } = await sendForm(
      { services, world },
      {
        sid: 'PROGRESS-1',
        student: { sid: 'PROGRESS-1' },
        ...checkedAnswers(company),
      },
    )
    // a Friday: 3 business days are over on Wednesday
    expect((await read(token)).body.data).toEqual({ outcomes: [waiting], decide_by: '2026-11-25' })
    await services.runJobs()
    expect((await read(token)).body.data.outcomes).toEqual([
      { coverage_type: 'medical', outcome: 'approved' },
    ])
  })

  it('says the same whether or not its student is on the roster, and gives no reasons or notes', async () => {
    const { token, id } = await sendForm({ services, world })
    const stranger = { ...smallForm, first_name: 'Ada', last_name: 'Stone', dob: '2001-01-01' }
    const { resume_token: other } = (await post(stranger)).body.data
    const answers = [await read(token), await read(other)]
    expect(answers[0]?.body.data).toEqual({ outcomes: [waiting], decide_by: '2026-11-24' })
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    const decline = { outcome: 'decline', reason_codes: ['other'], note: 'It ends in May.' }
    await world.admin.post('/api/decisions', { form_submission_id: id, coverage_type: 'medical', ...decline })
    const { body, text } = await read(token)
    expect(body.data.outcomes).toEqual([{ coverage_type: 'medical', outcome: 'declined' }])
    expect(text).not.toContain('May')
  })

  it('is found by its token only, and only once it’s complete', async () => {
    const unfinished = { form_type: 'waiver', progress: 'in_progress' }
    const { resume_token: token } = (await post(unfinished)).body.data
    for (const one of [token, 'x'.repeat(43), 'x']) expect((await read(one)).status).toBe(404)
  })

  it('can’t be asked for without end from one network', async () => {
    const { token } = await sendForm({ services, world })
    await read(token)
    await services.owner
      .updateTable('throttles')
      .set({ hits: 3000 })
      .where('key', 'like', 'status-calls:%')
      .execute()
    expect((await read(token)).status).toBe(429)
    await services.owner.deleteFrom('throttles').execute()
  })
})
