import { afterAll, beforeAll, expect, it } from 'vitest'
import { actTime, dayIn, officeTimeZone, standingClock } from '#server/platform/lib/clock.ts'
import { createClient } from '#server/testing/client.ts'
import { buildSchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

it('a demo takes another day for today in every call, until it’s set back', async () => {
  const { admin, registrar, periodId } = await buildSchoolWorld(services)
  const today = async () => (await admin.get(`/api/periods/${periodId}/calendar`)).body.data.today
  const real = await today()
  expect((await registrar.put('/api/demo-date', { day: '2027-03-01' })).status).toBe(403)
  let told = 0
  services.clock.demoDate?.onChange(() => (told += 1))
  expect((await admin.put('/api/demo-date', { day: '2027-03-01' })).body.data).toEqual({ day: '2027-03-01' })
  expect([await today(), told, (await registrar.get('/api/me')).body.data.demo_date]).toEqual([
    '2027-03-01',
    1,
    '2027-03-01',
  ])
  await admin.put('/api/demo-date', { day: null })
  expect([await today(), (await admin.get('/api/me')).body.data.demo_date]).toEqual([real, null])
})

it('an act has the time of day of now on the day that a demo takes for today, also across daylight saving time', () => {
  const acts = (now: string, day: string): string => {
    const clock = standingClock(now)
    clock.demoDate?.set(day)
    expect(dayIn({ now: () => actTime(clock) }, officeTimeZone)).toBe(day)
    return actTime(clock).toISOString()
  }
  expect(acts('2026-11-20T15:00:00.000Z', '2027-01-05')).toBe('2027-01-05T15:00:00.000Z')
  // 12:30 a.m. and 11:30 p.m. in Ohio
  expect(acts('2026-07-01T04:30:00.000Z', '2027-01-05')).toBe('2027-01-05T05:30:00.000Z')
  expect(acts('2027-01-06T04:30:00.000Z', '2026-07-01')).toBe('2026-07-02T03:30:00.000Z')
  expect(actTime(standingClock('2026-11-20T15:00:00.000Z'))).toEqual(new Date('2026-11-20T15:00:00.000Z'))
})

it('a server that isn’t a demo has no such day', async () => {
  const { demoDate: _none, ...clock } = services.clock
  const plain = await startTestServices({}, undefined, { clock })
  const { admin } = await buildSchoolWorld(plain)
  expect((await admin.put('/api/demo-date', { day: '2027-03-01' })).status).toBe(404)
  expect((await admin.get('/api/me')).body.data).not.toHaveProperty('demo_date')
  expect((await createClient(plain.app).put('/api/demo-date', { day: null })).status).toBe(401)
  await plain.close()
})
