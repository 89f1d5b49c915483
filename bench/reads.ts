/** Measures reads: pages of a period’s list, and searches among all students. */
import { deepStrictEqual } from 'node:assert'
import { defaultStudentListColumns } from '#contract/records/student-periods/default-columns.ts'
import { type signIn, ask } from './client.ts'
import { compare, report, reportThroughput, type Processes } from './measure.ts'
import { size } from './world.ts'

/** The two servers, and the user signed in to ours. */
export interface Bench {
  readonly session: Awaited<ReturnType<typeof signIn>>
  readonly floorBase: string
  readonly pids: Processes
  readonly periodId: number
}

const against = ({ session, floorBase }: Bench, path: string, floorPath: string) => ({
  ours: () => session.get(path),
  floor: () => ask(floorBase + floorPath),
})

/** Returns the rows of a page in order and the total. @throws Error if the two servers’ results differ */
const assertSame = async (runs: ReturnType<typeof against>, hasTotal: boolean): Promise<void> => {
  const answers = await Promise.all([runs.ours(), runs.floor()])
  const [ours, floor] = answers.map(({ text }, index) => {
    const { data, meta } = JSON.parse(text)
    if (data.length === 0 && (hasTotal || index === 0))
      throw new Error('Nothing was found: there is nothing to measure.')
    return hasTotal ? [data.map(({ id }: { id: number }) => id), meta.total] : null
  })
  deepStrictEqual(ours, floor, 'The floor answers something else.')
}

/** Measures pages of a period’s list. */
export const lists = async (bench: Bench): Promise<boolean[]> => {
  const list = `/api/student-periods-by-period/${bench.periodId}`
  const defaults = defaultStudentListColumns.shipmate_admin.join(',')
  const filters = encodeURIComponent(
    JSON.stringify({
      medical_status: {
        operator: 'or',
        constraints: [{ match_mode: 'in', value: ['waived', 'waiver_submitted'] }],
      },
      program: { operator: 'and', constraints: [{ match_mode: 'startsWith', value: 'nurs' }] },
    }),
  )
  const sorted = `filters=${filters}&sort=-graduation_year,student_name`
  const deep = Math.floor(size.studentsPerSchool / 50) - 10
  const pages = [
    ['list page, by name', `${list}?columns=${defaults}`, '/list', 60],
    ['list page, filtered and sorted', `${list}?columns=${defaults}&${sorted}`, '/filtered', 60],
    ['list page, all columns', `${list}?${sorted}`, '/all-columns', 40],
    [`page ${deep}`, `${list}?columns=${defaults}&page=${deep}`, `/deep?q=${(deep - 1) * 50}`, 40],
  ] as const
  const within: boolean[] = []
  for (const [name, path, floorPath, times] of pages) {
    const runs = against(bench, path, floorPath)
    await assertSame(runs, true)
    within.push(report(name, await compare(runs, bench.pids, times), 1.6))
    within.push(await reportThroughput(name, runs, 2))
  }
  return within
}

/**
 * Measures name searches, compared with a plain trigram search, which finds fewer and in another order; ours
 * must find the student.
 */
export const search = async (bench: Bench): Promise<boolean[]> => {
  const within: boolean[] = []
  for (const [q, meant = q] of [['garcia'], ['jonson'], ['obrien lia'], ['gacria', 'garcia']] as const) {
    // the floor finds no swapped letters, so it searches what is meant
    const [word, floorWord] = [encodeURIComponent(q), encodeURIComponent(meant)]
    const runs = against(bench, `/api/students/search-by-name?q=${word}`, `/search?q=${floorWord}`)
    await assertSame(runs, false)
    within.push(report(`name search '${q}'`, await compare(runs, bench.pids, 25), 1.5))
    within.push(await reportThroughput(`'${q}'`, runs, 2))
  }
  return within
}
