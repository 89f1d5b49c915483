import { expect, test } from 'vitest'
import { actorInWords } from './history-text.ts'

test.each([
  [{ actor: { id: 1, name: 'Robin Reyes' }, cause: 'person', kind: 'email_queued' }, 'Robin Reyes'],
  [{ actor: null, cause: 'student', kind: 'form_submitted' }, 'Student'],
  [{ actor: null, cause: 'student', kind: 'email_queued' }, 'Shipmate'],
  [{ actor: null, cause: 'system', kind: 'eligibility_checked' }, 'Shipmate'],
] as const)('who did %j is %s', (entry, who) => {
  expect(actorInWords(entry)).toBe(who)
})
