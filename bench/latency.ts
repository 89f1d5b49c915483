import { setTimeout as wait } from 'node:timers/promises'
import { defaultStudentListColumns } from '#contract/records/student-periods/default-columns.ts'
import type { signIn } from './client.ts'
import { median } from './measure.ts'

type Session = Awaited<ReturnType<typeof signIn>>

/** Returns the address of a page of the list, with the columns that it shows at first. */
export const listPage = (periodId: number, page = 1): string =>
  `/api/student-periods-by-period/${periodId}?page=${page}&columns=${defaultStudentListColumns.shipmate_admin.join(',')}`

/** Returns the median milliseconds of a list page, asked for again and again until `isDone`. */
export const listLatency = async (
  session: Session,
  periodId: number,
  isDone: () => boolean,
): Promise<number> => {
  const taken: number[] = []
  while (!isDone()) {
    const started = performance.now()
    await session.get(listPage(periodId))
    taken.push(performance.now() - started)
    await wait(50)
  }
  return median(taken)
}

/** Returns the same for four seconds in which nothing else runs. */
export const quietLatency = (session: Session, periodId: number): Promise<number> => {
  const until = performance.now() + 4000
  return listLatency(session, periodId, () => performance.now() > until)
}
