import { expect, it } from 'vitest'
import { coverageStatuses } from './choices.ts'
import { staffEvents, type CoverageEvent } from './events.ts'
import { eventsOfOthers, mayRun, targetsFor } from './staff-changes.ts'
import { transitions } from './transitions.ts'

const eventsOf = (role: 'shipmate_admin' | 'school_admin'): Set<CoverageEvent> =>
  new Set(transitions.filter((row) => mayRun(role, row)).map(({ event }) => event))

it('lets an admin run every staff event, and a school admin only declines and leaves of absence', () => {
  expect([...eventsOf('shipmate_admin')].toSorted()).toEqual(Object.keys(staffEvents).toSorted())
  expect([...eventsOf('school_admin')]).toEqual(['decline_optional', 'loa_start', 'loa_end'])
})

it('offers an admin every status, because admins can override, and a school admin what the table allows', () => {
  expect(targetsFor('shipmate_admin')).toEqual(coverageStatuses)
  expect(targetsFor('school_admin')).toEqual(['declined', 'loa'])
})

it('tells a School Admin what only a Shipmate Admin decides, who decides everything', () => {
  expect(eventsOfOthers('school_admin', 'waiver_submitted')).toEqual([
    'approve_waiver',
    'mark_waiver_utp',
    'decline_waiver',
  ])
  expect(eventsOfOthers('school_admin', 'enrolled')).toEqual([])
  expect(eventsOfOthers('shipmate_admin', 'waiver_submitted')).toEqual([])
})
