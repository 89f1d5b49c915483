import { describe, expect, it } from 'vitest'
import { ladderOf, obstacleOf, type CheckFacts } from './ladder.ts'

const facts: CheckFacts = {
  student: { firstName: 'Maya', lastName: 'Rossi', birthDate: '2003-04-05', formerLastName: null },
  isOwnPlan: false,
  subscriber: { firstName: 'Carla', lastName: 'Rossi', birthDate: '1970-01-02' },
  memberId: 'HH123456701',
  company: { name: 'Harbor Health', isElectronic: true, payerIds: ['62308'] },
}

it.each([
  ['W12 345 678 901', 'W12345678901'],
  ['ID: HH1234567', 'HH1234567'],
  ['Member ID# 55501234', '55501234'],
  ['HH1234567-01', 'HH1234567-01'],
  ['IDX9001234', 'IDX9001234'],
])('the member ID “%s” is sent as %s', (memberId, sent) => {
  expect(ladderOf({ ...facts, memberId })[0]?.subscriber.memberId).toBe(sent)
})

describe('what keeps an inquiry from being sent', () => {
  it.each<[string, Partial<CheckFacts>, string | null]>([
    ['nothing', {}, null],
    ['no known company', { company: null }, 'company'],
    ['no payer ID', { company: { name: 'H', isElectronic: true, payerIds: [] } }, 'payer_id'],
    [
      'a payer without checks',
      { company: { name: 'H', isElectronic: false, payerIds: [] } },
      'not_electronic',
    ],
    ['no member ID', { memberId: ' ' }, 'member_id'],
    [
      'letters of a name that can’t be sent',
      { student: { ...facts.student, lastName: 'Wang 伟' } },
      'name_not_sendable',
    ],
    ['no birth date', { student: { ...facts.student, birthDate: null } }, 'student_birth_date'],
    ['no name of a parent', { subscriber: { ...facts.subscriber, lastName: null } }, 'subscriber_name'],
    [
      'no birth date of a parent',
      { subscriber: { ...facts.subscriber, birthDate: null } },
      'subscriber_birth_date',
    ],
    [
      'nothing about a parent who isn’t the subscriber',
      { isOwnPlan: true, subscriber: { firstName: null, lastName: null, birthDate: null } },
      null,
    ],
  ])('is %s', (_what, change, reason) => {
    expect(obstacleOf({ ...facts, ...change })?.reason_code ?? null).toBe(reason)
  })

  it('is the student’s fault only where something is missing', () => {
    const company = { name: 'H', isElectronic: false, payerIds: [] }
    expect(obstacleOf({ ...facts, company })?.status).toBe('unable_to_send_request')
    expect(obstacleOf({ ...facts, memberId: null })?.status).toBe('missing_request_information')
  })
})

describe('the attempts', () => {
  const variationsOf = (change: Partial<CheckFacts> = {}) =>
    ladderOf({ ...facts, ...change }).map(({ variation }) => variation)

  it('are as entered first, then with one difference each', () => {
    expect(variationsOf()).toEqual([
      'as_entered',
      'as_subscriber',
      'without_suffix',
      'without_prefix',
      'without_first_name',
    ])
    const all = variationsOf({
      student: { ...facts.student, formerLastName: 'Bianchi' },
      company: { name: 'Harbor Health', isElectronic: true, payerIds: ['62308', '00123', '00456'] },
    })
    expect(all.slice(5)).toEqual(['former_name', 'sibling_payer', 'sibling_payer'])
  })

  it('ask about a dependent of the subscriber, or about the student alone', () => {
    const [entered, alone] = ladderOf(facts)
    expect(entered).toMatchObject({
      payer: { id: '62308' },
      subscriber: { firstName: 'Carla', memberId: 'HH123456701' },
      dependent: { firstName: 'Maya' },
    })
    expect(alone).toMatchObject({
      subscriber: { firstName: 'Maya', memberId: 'HH123456701' },
      dependent: null,
    })
  })

  it('ask about a dependent if the student named another subscriber of their own plan', () => {
    const [, second] = ladderOf({ ...facts, isOwnPlan: true })
    expect(second).toMatchObject({
      variation: 'as_dependent',
      subscriber: { firstName: 'Carla' },
      dependent: {},
    })
    expect(
      variationsOf({
        isOwnPlan: true,
        subscriber: { firstName: 'Maya', lastName: 'Rossi', birthDate: '2003-04-05' },
      }),
    ).not.toContain('as_dependent')
  })

  it.each([
    ['HH123456701', ['without_suffix', 'without_prefix'], ['HH1234567', '123456701']],
    ['123456-02', ['without_suffix'], ['123456']],
    ['HH1234', [], []],
    ['99812345', [], []],
  ])('shorten the member ID %s only where it has a suffix or letters', (memberId, variations, ids) => {
    const shorter = ladderOf({ ...facts, memberId }).filter(({ variation }) =>
      variation.startsWith('without_'),
    )
    const changed = shorter.filter(({ variation }) => variation !== 'without_first_name')
    expect(changed.map(({ variation }) => variation)).toEqual(variations)
    expect(changed.map(({ subscriber }) => subscriber.memberId)).toEqual(ids)
  })

  it('are never the same twice', () => {
    const twice = { ...facts, student: { ...facts.student, formerLastName: 'Rossi' } }
    expect(ladderOf(twice).map(({ variation }) => variation)).not.toContain('former_name')
  })
})
