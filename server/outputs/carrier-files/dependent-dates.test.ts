import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildOutputsWorld, type OutputsWorld } from '#server/testing/outputs-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const lee = { type: 'spouse', first_name: 'Lee', last_name: 'Park', dob: '2001-05-06', covers: ['medical'] }
const kim = { type: 'child', first_name: 'Kim', last_name: 'Park', dob: '2020-05-06', covers: ['medical'] }
const from = (dependents_effective_on: string) => ({ dependents_effective_on })

let services: TestServices
let world: OutputsWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildOutputsWorld(services)
})

/** Releases an 834. Returns what it says of dependents. */
const told = async (kind: 'full' | 'changes') =>
  (await world.told(kind)).filter((one) => !one.startsWith('self'))

/** Returns the record’s only dependent, without the days. */
const onRecord = async (at: string) => {
  const { id } = (await world.admin.get(at)).body.data.dependents[0]
  return { ...lee, id }
}

it('a spouse who is married in November starts in the 834 on the day from which the premium counts', async () => {
  const at = await world.enroll()
  await world.put(at, { dependents: [lee], ...from('2026-11-10') })
  const { data } = (await world.admin.get(at)).body
  expect(data.dependents).toMatchObject([{ medical_start_on: '2026-11-10', medical_end_on: null }])
  // 4,800 for the year, and 9 of 12 months of the 4,800 that a spouse adds: 3,600
  expect(data.medical_enroll_premium).toBe('8400.00')
  expect(await told('full')).toEqual(['Lee medical 2026-11-10 2027-07-31'])
  expect(await world.charged()).toBe('8400.00')
})

it('someone who leaves ends in the 834 on the day from which the premium is less, told before or not', async () => {
  const at = await world.enroll()
  await world.put(at, { dependents: [lee, kim], ...from('2026-08-01') })
  expect(await told('full')).toEqual([
    'Kim medical 2026-08-01 2027-07-31',
    'Lee medical 2026-08-01 2027-07-31',
  ])
  expect(await world.charged()).toBe('12000.00')
  const { dependents } = (await world.admin.get(at)).body.data
  const [{ id }, child] = dependents
  const left = await world.put(at, { dependents: [child, { ...lee, id, covers: [] }], ...from('2027-02-15') })
  // 12,000 for all, less 6 of 12 months of the 4,800 between spouse + child and child
  expect(left.body.data.medical_enroll_premium).toBe('9600.00')
  expect(await world.charged()).toBe('-2400.00')
  expect(await told('changes')).toEqual([
    'Kim medical 2026-08-01 2027-07-31',
    'Lee medical 2026-08-01 2027-02-15',
  ])
  await world.put(at, { dependents: [{ ...lee, id, covers: [] }], ...from('2027-03-10') })
  // 9,600 less 5 of 12 months of the 2,400 for a child
  expect((await world.admin.get(at)).body.data.medical_enroll_premium).toBe('8600.00')
  expect(await told('changes')).toEqual(['Kim medical 2026-08-01 2027-03-10'])
  expect(await world.charged()).toBe('-1000.00')
})

it('someone who joins and leaves between two files is added with both days, as billed, and named once', async () => {
  const at = await world.enroll()
  expect(await told('full')).toEqual([])
  expect(await world.charged()).toBe('4800.00')
  await world.put(at, { dependents: [lee, kim], ...from('2026-11-10') })
  const { dependents } = (await world.admin.get(at)).body.data
  const [{ id }] = dependents
  // one is removed, one is no longer covered
  await world.put(at, { dependents: [{ ...lee, id, covers: [] }], ...from('2027-02-15') })
  // 3 of 12 months of the 7,200 that both add
  expect(await world.charged()).toBe('1800.00')
  const both = ['Kim medical 2026-11-10 2027-02-15', 'Lee medical 2026-11-10 2027-02-15']
  expect(await told('changes')).toEqual(both)
  expect(await told('changes')).toEqual([])
  expect(await told('full')).toEqual(both)
})

it('someone who leaves on the day they joined, or was added by mistake, stays out of the file', async () => {
  const at = await world.enroll()
  await world.put(at, { dependents: [lee], ...from('2026-11-10') })
  await world.put(at, { dependents: [], ...from('2026-11-10') })
  const added = await world.put(at, { dependents: [kim], ...from('2026-11-10') })
  await world.undo(added)
  expect(await told('full')).toEqual([])
})

it('someone who comes back on the day they left, or before it, never left', async () => {
  const at = await world.enroll()
  await world.put(at, { dependents: [lee], ...from('2026-08-01') })
  await world.put(at, { dependents: [{ ...(await onRecord(at)), covers: [] }], ...from('2026-11-10') })
  await world.put(at, {
    dependents: [{ ...(await onRecord(at)), covers: ['medical'] }],
    ...from('2026-11-10'),
  })
  expect(await told('full')).toEqual(['Lee medical 2026-08-01 2027-07-31'])
  expect((await world.admin.get(at)).body.data.medical_enroll_premium).toBe('9600.00')
  await world.put(at, { dependents: [{ ...(await onRecord(at)), covers: [] }], ...from('2027-02-15') })
  await world.put(at, {
    dependents: [{ ...(await onRecord(at)), covers: ['medical'] }],
    ...from('2026-11-10'),
  })
  expect(await told('changes')).toEqual([])
  // not 3 months twice
  expect((await world.admin.get(at)).body.data.medical_enroll_premium).toBe('9600.00')
})

it('each coverage type has its own days', async () => {
  const at = await world.enroll({
    dental_status: 'enrolled',
    dental_enroll_coverage_start_on: '2026-08-01',
    dental_enroll_coverage_end_on: '2027-07-31',
    dental_enroll_premium: '120.00',
  })
  await world.put(at, { dependents: [lee], ...from('2026-08-01') })
  const [{ id }] = (await world.admin.get(at)).body.data.dependents
  const both = { ...lee, id, covers: ['medical', 'dental'] }
  await world.put(at, { dependents: [both], ...from('2026-12-01') })
  expect(await told('full')).toEqual([
    'Lee dental 2026-12-01 2027-07-31',
    'Lee medical 2026-08-01 2027-07-31',
  ])
})

it('coverage that begins again covers dependents from its start', async () => {
  const at = await world.enroll()
  await world.put(at, { dependents: [lee], ...from('2026-11-05') })
  expect(await told('full')).toEqual(['Lee medical 2026-11-05 2027-07-31'])
  await world.put(at, { medical_status: 'waived', override_reason: 'The dean asked.' })
  const again = { override_reason: 'The dean asked again.', coverage_starts_on: '2026-09-01' }
  await world.put(at, { medical_status: 'enrolled_esp', ...again })
  // 11 of 12 months of 9,600
  expect((await world.admin.get(at)).body.data).toMatchObject({
    medical_enroll_premium: '8800.00',
    dependents: [{ medical_start_on: '2026-09-01' }],
  })
  expect(await told('full')).toEqual(['Lee medical 2026-09-01 2027-07-31'])
})

it('undo gives a dependent the days of before, and takes back whole who wasn’t to be added', async () => {
  const at = await world.enroll()
  const read = async () => (await world.admin.get(at)).body.data
  const added = await world.put(at, { dependents: [lee], ...from('2026-10-10') })
  expect(await told('full')).toEqual(['Lee medical 2026-10-10 2027-07-31'])
  const before = await read()
  const removed = await world.put(at, { dependents: [], ...from('2027-01-05') })
  const taken = await world.undo(removed)
  expect((await read()).dependents).toEqual(before.dependents)
  const repeated = await world.undo(taken)
  expect(await told('changes')).toEqual(['Lee medical 2026-10-10 2027-01-05'])
  await world.undo(repeated)
  expect((await read()).dependents).toEqual(before.dependents)
  await world.undo(added)
  expect((await read()).medical_enroll_premium).toBe('4800.00')
  expect(await told('changes')).toEqual(['Lee medical 2026-10-10 2026-10-10'])
})

it('a day can be sent as it was read, and not be changed', async () => {
  const at = await world.enroll()
  await world.put(at, { dependents: [lee], ...from('2026-10-10') })
  const { dependents } = (await world.admin.get(at)).body.data
  await world.put(at, { dependents })
  const typed = await world.admin.put(at, {
    dependents: [{ ...dependents[0], medical_start_on: '2026-09-01' }],
  })
  const text = 'Shipmate sets this day. Leave it as it is.'
  expect([typed.status, typed.body.errors]).toEqual([422, { 'dependents.0.medical_start_on': [text] }])
})
