import { describe, expect, test } from 'vitest'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import {
  coverageStart,
  enrollmentTermsFor,
  isLateWaiver,
  type EnrollmentTerms,
  type LifeEvent,
  type StartFacts,
} from './enrollment-terms.ts'
import { evaluateMove, runEvent, type Line, type MoveContext } from './index.ts'

const period = { starts_on: '2026-08-01', ends_on: '2027-07-31' }
const terms: EnrollmentTerms = {
  window: { opens_on: '2026-06-01', closes_on: '2026-09-15' },
  waiver_deadline_on: '2026-09-10',
  coverage_terms: [
    { starts_on: '2026-08-01', ends_on: '2027-07-31' },
    { starts_on: '2026-08-01', ends_on: '2026-12-31' },
    { starts_on: '2027-01-01', ends_on: '2027-07-31' },
  ],
  life_events: { accepted: ['marriage', 'loss_of_coverage'], days: 31, from_first_of_month: false },
  fees: { admin_fee: '25.00' },
  late_waiver_fee: '50.00',
}

describe('coverage approved on November 20 starts', () => {
  test.each([
    ['with the policy year, if the form was on time', '2026-09-15', null, '2026-08-01'],
    ['with the term of the requested date', '2026-09-01', '2027-02-10', '2027-01-01'],
    [
      'with the policy year, whatever day of its first term is requested',
      '2026-09-01',
      '2026-10-10',
      '2026-08-01',
    ],
    ['on the requested date, if the form was late', '2026-09-16', '2026-12-01', '2026-12-01'],
    [
      'on the requested date, if the form was sent before the window',
      '2026-05-31',
      '2026-12-01',
      '2026-12-01',
    ],
    ['not before the policy year', '2026-09-16', '2026-01-01', '2026-08-01'],
    ['not after the policy year', '2026-09-16', '2029-01-01', '2027-07-31'],
    ['on the day of approval, if the form was late', '2026-11-01', null, '2026-11-20'],
    ['on the day of approval without a form', null, null, '2026-11-20'],
  ])('%s', (_name, signed_on, requested_on, start) => {
    const facts = { today: '2026-11-20', period, terms, signed_on, life_event: null, requested_on }
    expect(coverageStart(facts)).toBe(start)
  })

  test('on the requested date, if the window has no end', () => {
    const open = { ...terms, window: null }
    const facts = { today: '2026-11-20', period, terms: open, signed_on: '2026-08-02', life_event: null }
    expect(coverageStart({ ...facts, requested_on: '2026-10-01' })).toBe('2026-10-01')
    expect(coverageStart({ ...facts, requested_on: null })).toBe('2026-11-20')
  })
})

describe('coverage by a life event, in a form sent and signed on November 15 and approved on November 20, starts', () => {
  const event: LifeEvent = { event: 'marriage', event_on: '2026-11-03', sent_on: '2026-11-15' }
  const { life_events } = terms
  const byMonth = { ...terms, life_events: { ...life_events, from_first_of_month: true } }
  const facts: StartFacts = {
    today: '2026-11-20',
    period,
    terms,
    signed_on: '2026-11-15',
    life_event: event,
    requested_on: '2027-01-15',
  }
  const on = (event_on: string) => ({ life_event: { ...event, event_on } })

  test.each<[string, Partial<StartFacts>, string]>([
    ['on the date of the event', {}, '2026-11-03'],
    ['on the date of the event without a requested date', { requested_on: null }, '2026-11-03'],
    ['on the date of an event on the day it was sent', on('2026-11-15'), '2026-11-15'],
    ['on the date of an event 31 days before', on('2026-10-15'), '2026-10-15'],
    ['as without the event, if it was 32 days before', on('2026-10-14'), '2027-01-15'],
    ['as without the event, if it was later', on('2026-11-16'), '2027-01-15'],
    [
      'on the day of approval, if the event was too early and nothing is requested',
      { ...on('2026-10-14'), requested_on: null },
      '2026-11-20',
    ],
    [
      'as without the event, if the policy year doesn’t accept it',
      { life_event: { ...event, event: 'divorce' } },
      '2027-01-15',
    ],
    ['as without the event, if there are no terms', { terms: undefined }, '2027-01-15'],
    ['on the first day of the event’s month, if configured', { terms: byMonth }, '2026-11-01'],
    ['on the event, if it’s the first day', { terms: byMonth, ...on('2026-11-01') }, '2026-11-01'],
    [
      'not before the policy year',
      { terms: byMonth, life_event: { ...event, event_on: '2026-07-31', sent_on: '2026-08-20' } },
      '2026-08-01',
    ],
    [
      'with the policy year, if the form was on time',
      {
        signed_on: '2026-09-10',
        life_event: { ...event, event_on: '2026-09-05', sent_on: '2026-09-10' },
        requested_on: null,
      },
      '2026-08-01',
    ],
  ])('%s', (_name, more, start) => {
    expect(coverageStart({ ...facts, ...more })).toBe(start)
  })
})

test('a waiver is late after its deadline, and never without one', () => {
  expect(isLateWaiver(terms, '2026-09-10')).toBe(false)
  expect(isLateWaiver(terms, '2026-09-11')).toBe(true)
  expect(isLateWaiver(terms, null)).toBe(false)
  expect(isLateWaiver({ ...terms, waiver_deadline_on: null }, '2027-01-01')).toBe(false)
})

test('the deadlines of the student’s cohort and the fees for their audience apply', () => {
  const rules = {
    dates: {
      ...dates.empty,
      ...period,
      enrollment_closes_on: '2026-09-15',
      waiver_deadline_on: '2026-09-10',
      cohorts: [
        {
          key: 'new',
          name: 'Incoming',
          audience: { ...everyone, academic_statuses: ['incoming' as const] },
          enrollment_closes_on: '2026-10-01',
          waiver_deadline_on: null,
        },
        {
          key: 'n',
          name: 'Nursing',
          audience: { ...everyone, programs: ['Nursing'] },
          enrollment_closes_on: '2026-10-15',
          waiver_deadline_on: '2026-09-30',
        },
      ],
    },
    insurance: {
      ...insuranceConfiguration.empty,
      qualifying_events: ['birth' as const],
      qualifying_event_days: 60,
      qualifying_event_first_of_month: true,
      admin_fee: { amount: '25.00', audience: everyone },
      on_call_fee: { amount: '9.00', audience: { ...everyone, programs: ['Nursing'] } },
    },
  }
  expect(enrollmentTermsFor(rules, { academic_status: 'incoming', program: 'nursing' })).toMatchObject({
    window: { closes_on: '2026-10-01' },
    waiver_deadline_on: '2026-09-30',
    life_events: { accepted: ['birth'], days: 60, from_first_of_month: true },
    fees: { admin_fee: '25.00', on_call_fee: '9.00' },
  })
  expect(enrollmentTermsFor(rules, { program: 'Law' })).toMatchObject({
    window: { closes_on: '2026-09-15' },
    fees: { admin_fee: '25.00' },
  })
})

describe('a status change', () => {
  const line = (status: Line['status'], more: Partial<Line> = {}): Line => ({
    coverage: 'medical',
    status,
    prior_status: null,
    prior_tier: null,
    offered: true,
    voluntary: false,
    ...more,
  })
  const context: MoveContext = {
    today: '2026-11-20',
    period,
    covered: [],
    signed_on: '2026-09-12',
    termsOf: () => terms,
  }
  const admin = { ...context, role: 'shipmate_admin', may_override: true } as const
  const wholeYear = {
    medical_enroll_coverage_start_on: '2026-08-01',
    medical_enroll_coverage_end_on: '2027-07-31',
    admin_fee: '25.00',
  }

  test('adds the fees when coverage starts, by approval or override', () => {
    expect(runEvent('approve_enrollment', line('enrollment_submitted'), context)?.effects).toEqual(wholeYear)
    expect(evaluateMove(line('not_started'), 'enrolled_esp', admin)).toEqual({
      kind: 'override',
      to: 'enrolled_esp',
      effects: wholeYear,
    })
  })

  test('never replaces an amount that the record has', () => {
    const charged = new Set(['admin_fee', 'late_waiver_fee'] as const)
    expect(
      runEvent('approve_enrollment', line('enrollment_utp'), { ...context, charged })?.effects,
    ).not.toHaveProperty('admin_fee')
    expect(runEvent('approve_waiver', line('waiver_utp'), { ...context, charged })?.effects).toEqual({
      medical_waive_verified_on: '2026-11-20',
    })
  })

  test('keeps the dates of an enrolled student whose tier is overridden', () => {
    const dated = { coverage_start_on: '2026-10-01', coverage_end_on: '2027-07-31' }
    expect(evaluateMove(line('enrolled', dated), 'enrolled_ech', admin)).toMatchObject({ effects: {} })
    expect(evaluateMove(line('enrolled'), 'enrolled_ech', admin)).toMatchObject({ effects: wholeYear })
  })

  test.each([
    ['waiver_submitted', { late_waiver_fee: '50.00' }],
    ['waiver_declined', { late_waiver_fee: '50.00' }],
    ['waived_needs_reverified', {}],
    ['waiver_inactive', {}],
  ] as const)('that approves a late waiver from %s adds %j', (status, fee) => {
    expect(runEvent('approve_waiver', line(status), context)?.effects).toEqual({
      medical_waive_verified_on: '2026-11-20',
      ...fee,
    })
  })

  test('that approves a late waiver after a life event adds no fee, as the form told the student', () => {
    const life_event = { event: 'marriage', event_on: '2026-11-10', sent_on: '2026-11-15' } as const
    const effects = (of: object) =>
      runEvent('approve_waiver', line('waiver_submitted'), { ...context, ...of })?.effects
    expect(effects({ life_event })).not.toHaveProperty('late_waiver_fee')
    expect(effects({ life_event: { ...life_event, event: 'adoption' } })).toHaveProperty('late_waiver_fee')
  })
})
