import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { thingsToTry } from './accounts.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

it('the demo prints three things to try, with links to the open policy year of the first school', async () => {
  expect(await thingsToTry(services.owner, 'http://localhost:3000')).toBe('')
  const { schoolId, periodId } = await buildSchoolWorld(services)
  await services.owner.updateTable('periods').set({ state: 'open' }).where('id', '=', periodId).execute()
  const links = (await thingsToTry(services.owner, 'http://localhost:3000')).match(/http\S+/g)
  const year = `http://localhost:3000/schools/${schoolId}/period/${periodId}`
  expect(links).toEqual([
    `${year}/student-form-submissions/review`,
    `${year}/default-enrollment`,
    expect.stringMatching(/^http:\/\/localhost:3000\/s\/[a-z0-9-]+$/),
  ])
})
