import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildOutputsWorld, type OutputsWorld } from '#server/testing/outputs-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: OutputsWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildOutputsWorld(services)
})

const lee = { type: 'spouse', first_name: 'Lee', last_name: 'Park', dob: '2001-05-06', covers: ['medical'] }
const leave = (effective_on: string) => ({ academic_status: 'leave_of_absence', effective_on })
const becomes = (academic_status: string, effective_on = '2026-11-20') => ({ academic_status, effective_on })
/** The columns of a leave that ends coverage; the premium stays for the return. */
const kept = { medical_enroll_premium: '4800.00', medical_enroll_coverage_start_on: '2026-08-01' }
const wholeYear = { ...kept, medical_enroll_coverage_end_on: '2027-07-31' }

describe('a leave that ends coverage', () => {
  it('ends it on its first day for the carrier and the bursar, and a return restores both', async () => {
    const at = await world.enroll()
    expect(await world.told('full')).toEqual(['self medical 2026-08-01 2027-07-31'])
    expect(await world.charged()).toBe('4800.00')
    await world.put(at, leave('2026-11-15'))
    expect(await world.read(at)).toMatchObject({
      ...kept,
      medical_status: 'loa',
      medical_enroll_coverage_end_on: '2026-11-15',
    })
    expect(await world.told('changes')).toEqual(['self medical 2026-08-01 2026-11-15'])
    // August to November, 4 of 12 months of 4,800: 1,600 are left
    expect(await world.charged()).toBe('-3200.00')
    await world.put(at, becomes('continuing'))
    expect(await world.read(at)).toMatchObject({ ...wholeYear, medical_status: 'enrolled' })
    expect(await world.told('changes')).toEqual(['self medical 2026-08-01 2027-07-31'])
    expect(await world.charged()).toBe('3200.00')
  })

  it('is told to a carrier who was never told of the coverage', async () => {
    const at = await world.enroll()
    await world.put(at, leave('2026-11-15'))
    expect(await world.told('full')).toEqual(['self medical 2026-08-01 2026-11-15'])
    expect(await world.charged()).toBe('1600.00')
  })

  it('in the first days of coverage voids it, fees too', async () => {
    const at = await world.enroll({
      medical_enroll_coverage_start_on: '2026-11-01',
      medical_enroll_premium: '3600.00',
      admin_fee: '38.00',
    })
    expect(await world.told('full')).toEqual(['self medical 2026-11-01 2027-07-31'])
    expect(await world.charged()).toBe('3638.00')
    await world.put(at, leave('2026-11-18'))
    expect(await world.told('changes')).toEqual(['self medical 2026-11-01 2026-11-01'])
    expect(await world.charged()).toBe('-3638.00')
    await world.put(at, becomes('continuing'))
    expect(await world.told('changes')).toEqual(['self medical 2026-11-01 2027-07-31'])
    expect(await world.charged()).toBe('3638.00')
  })

  it('ends on the day of a status call without a leave, and its undo restores it', async () => {
    const at = await world.enroll({
      medical_status: 'enrolled_waiver_submitted',
      medical_prior_tier: 'enrolled',
    })
    const before = await world.read(at)
    const left = await world.put(at, { medical_status: 'loa' })
    expect(await world.read(at)).toMatchObject({ ...kept, medical_enroll_coverage_end_on: '2026-11-20' })
    await world.undo(left)
    expect(await world.read(at)).toMatchObject({ ...before, version: 3, updated_at: expect.any(String) })
    expect(await world.charged()).toBe('4800.00')
  })

  it('doesn’t end coverage that the policy year lets students keep', async () => {
    await world.setUp('insurance-configuration', { keeps_coverage_on_leave: true })
    const at = await world.enroll()
    await world.put(at, leave('2026-11-15'))
    expect(await world.told('full')).toEqual(['self medical 2026-08-01 2027-07-31'])
    expect(await world.charged()).toBe('4800.00')
  })

  it.each([
    ['withdraws', 'withdrawn'],
    ['graduates', 'graduated'],
  ])('stays the end if the student %s', async (_what, status) => {
    const at = await world.enroll()
    await world.put(at, leave('2026-11-15'))
    await world.put(at, becomes(status))
    expect(await world.read(at)).toMatchObject({
      ...kept,
      medical_status: 'enrolled_eoc',
      medical_enroll_coverage_end_on: '2026-11-15',
    })
    expect(await world.told('full')).toEqual(['self medical 2026-08-01 2026-11-15'])
    expect(await world.charged()).toBe('1600.00')
  })

  it('stays the end if a student whose coverage had ended leaves again', async () => {
    const at = await world.enroll()
    for (const change of [
      leave('2026-11-15'),
      becomes('withdrawn'),
      becomes('continuing'),
      leave('2026-11-20'),
    ])
      await world.put(at, change)
    await world.put(at, becomes('withdrawn'))
    expect(await world.read(at)).toMatchObject({
      medical_status: 'enrolled_eoc',
      medical_enroll_coverage_end_on: '2026-11-15',
    })
    expect(await world.charged()).toBe('1600.00')
  })

  it('that voided coverage leaves it void if the student graduates', async () => {
    const at = await world.enroll({ medical_enroll_coverage_start_on: '2026-11-01' })
    await world.put(at, leave('2026-11-18'))
    await world.put(at, becomes('graduated'))
    expect(await world.read(at)).toMatchObject({ medical_status: 'not_applicable' })
    expect(await world.charged()).toBe('0.00')
  })

  it('gives a student who returns the tier of the dependents who changed during it', async () => {
    const at = await world.enroll()
    await world.put(at, leave('2026-10-15'))
    await world.put(at, { dependents: [lee] })
    expect(await world.read(at)).toMatchObject({ ...kept, medical_status: 'loa' })
    await world.put(at, becomes('continuing'))
    // 4,800, and 9 of 12 months of the 4,800 for a spouse, from November on
    expect(await world.read(at)).toMatchObject({
      medical_status: 'enrolled_esp',
      medical_enroll_premium: '8400.00',
    })
    expect(await world.told('full')).toEqual([
      'Lee medical 2026-11-20 2027-07-31',
      'self medical 2026-08-01 2027-07-31',
    ])
    expect(await world.charged()).toBe('8400.00')
  })
})

describe('coverage of a student who left and runs to its paid date', () => {
  it('keeps its dependents in the 834, and is enrolled again when the student is readmitted', async () => {
    const at = await world.enroll()
    await world.put(at, { dependents: [lee], dependents_effective_on: '2026-08-01' })
    const whole = ['Lee medical 2026-08-01 2027-07-31', 'self medical 2026-08-01 2027-07-31']
    expect(await world.told('full')).toEqual(whole)
    expect(await world.charged()).toBe('9600.00')
    await world.put(at, becomes('withdrawn'))
    expect(await world.read(at)).toMatchObject({ medical_status: 'enrolled_eoc' })
    expect(await world.told('full')).toEqual(whole)
    expect(await world.charged()).toBe('0.00')
    await world.put(at, becomes('returning'))
    expect(await world.read(at)).toMatchObject({
      medical_status: 'enrolled_esp',
      medical_enroll_premium: '9600.00',
    })
    expect(await world.told('full')).toEqual(whole)
    expect(await world.charged()).toBe('0.00')
  })

  it('stays ended if it ended before the student is readmitted', async () => {
    const at = await world.enroll({ medical_enroll_coverage_end_on: '2026-10-31' })
    await world.put(at, becomes('graduated'))
    await world.put(at, becomes('returning'))
    expect(await world.read(at)).toMatchObject({ medical_status: 'enrolled_eoc' })
  })
})
