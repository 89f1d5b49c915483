import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/platform/history/shapes.ts'
import { joinDecisions } from './joined-entries.ts'

const entry = (id: number, more: Partial<HistoryEntry>): HistoryEntry => ({
  id,
  change_id: 7,
  at: '2026-11-20T15:00:00.000Z',
  actor: { id: 1, name: 'Robin Reyes' },
  cause: 'person',
  subject: { type: 'student_period', id: 9 },
  student_id: 4,
  student_period_id: 9,
  kind: 'coverage_status_changed',
  reason: 'Card missing',
  changes: [{ field: 'medical_status', before: 'waiver_submitted', after: 'waiver_utp' }],
  ...more,
})
const decided = (id: number, more: Partial<HistoryEntry> = {}) =>
  entry(id, {
    kind: 'form_decided',
    changes: [
      { field: 'decided_coverages', before: [], after: ['medical'] },
      { field: 'medical_decision', before: null, after: 'utp' },
      { field: 'respond_by', before: null, after: '2026-12-20' },
    ],
    ...more,
  })

test('a decision and the status that it changed are one entry, with what the status doesn’t say', () => {
  const found = joinDecisions([decided(2), entry(1, {})])
  expect(found.map(({ id, kind }) => [id, kind])).toEqual([[1, 'form_decided']])
  expect(found[0]?.changes.map(({ field }) => field)).toEqual(['medical_status', 'respond_by'])
})

test('a decision of another change, or without a status, stays alone', () => {
  const alone = [decided(3), entry(2, { change_id: 6 }), entry(1, { kind: 'note_added', changes: [] })]
  expect(joinDecisions(alone)).toEqual(alone)
})
