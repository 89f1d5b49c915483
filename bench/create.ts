/** Measures adding one student who is new to the school. */
import type { Bench } from './reads.ts'
import { ask } from './client.ts'
import { compare, report } from './measure.ts'
import { uniqueNameOf } from './roster.ts'

/** Adds students to the period, compared with the same rows in four statements, and in one. */
export const measureCreate = async ({ session, floorBase, pids, periodId }: Bench): Promise<boolean[]> => {
  let [made, madeBare] = [0, 0]
  const ours = async (): Promise<void> => {
    made += 1
    const sid = `N-${made * 7919}`
    await session.post('/api/add-student-to-period', {
      period_id: periodId,
      sid,
      first_name: 'Ours',
      last_name: uniqueNameOf(made),
      dob: '2001-02-03',
      university_email: `${sid.toLowerCase()}@students.example.edu`,
      program: 'Nursing (BSN)',
    })
  }
  const against = (path: string) => async (): Promise<void> => {
    madeBare += 1
    await ask(`${floorBase}${path}?q=B-${madeBare}`)
  }
  const [steps, one] = [
    await compare({ ours, floor: against('/create') }, pids, 60),
    await compare({ ours, floor: against('/create-at-once') }, pids, 60),
  ]
  return [report('create one student, with history', steps, 3), report('  against one statement', one, 4)]
}
