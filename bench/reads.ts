/** Measures reads: pages of a period’s list, and searches among all students. */
import { deepStrictEqual } from 'node:assert'
import { defaultStudentListColumns } from '#contract/records/student-periods/default-columns.ts'
import { type signIn, ask } from './client.ts'
import { compare, report, reportThroughput, type Processes, type Timed } from './measure.ts'
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
      throw new Error('Nothing was found: there is nothing to measure. ')
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
    within.push(await reportThroughput(name, runs, bench.pids, 2))
  }
  return within
}

/** What is typed, and what the floor searches: it finds no swapped letters. */
type Term = readonly [typed: string, meant: string]
const asTyped = (text: string): Term[] => text.split(', ').map((term) => [term, term])

/**
 * What is searched, and how: `part` is a plain search for the letters anywhere in the name, `search` a plain search for similar
 * words, which finds fewer and in another order.
 */
const searches = [
  {
    // ours finds where words start, then similar ones: 3 letters from inside a name are neither
    name: 'part of a name, 20 terms of 3 to 6 letters',
    floor: '/part',
    finds: false,
    terms: asTyped(
      'gar, rci, arcia, ohn, john, mith, smi, ngu, guy, tan, anak, koval, walsk, owal, svens, nsso, rossi, kim, mar, hadd',
    ),
  },
  {
    name: 'whole names',
    floor: '/part',
    finds: true,
    terms: asTyped('garcia, kowalski, svensson, patel, johnson'),
  },
  { name: 'two words', floor: '/part', finds: true, terms: asTyped('brien lia, smith wei, okafor gra') },
  {
    name: 'misspelled',
    floor: '/search',
    finds: true,
    terms: [
      ['gacria', 'garcia'],
      ['jonson', 'johnson'],
      ['smiht', 'smith'],
    ],
  },
  { name: 'nothing found', floor: '/part', finds: false, terms: asTyped('xqzv, wqxk, zzyx') },
] satisfies {
  readonly name: string
  readonly floor: string
  readonly finds: boolean
  readonly terms: Term[]
}[]

/** Measures searches by kind. */
export const search = async (bench: Bench): Promise<boolean[]> => {
  const within: boolean[] = []
  for (const { name, floor, terms, finds } of searches) {
    const runs = terms.map(([typed, meant]) =>
      against(
        bench,
        `/api/students/search-by-name?q=${encodeURIComponent(typed)}`,
        `${floor}?q=${encodeURIComponent(meant)}`,
      ),
    )
    if (finds) for (const run of runs) await assertSame(run, false)
    const inTurn = {
      ours: inTurnOf(runs.map(({ ours }) => ours)),
      floor: inTurnOf(runs.map((run) => run.floor)),
    }
    within.push(report(name, await compare(inTurn, bench.pids, 40), 2.5))
    within.push(await reportThroughput(name, inTurn, bench.pids, 2))
  }
  return within
}

/** Returns a call that makes the calls in turn. */
const inTurnOf = (calls: readonly Timed[]): Timed => {
  let next = 0
  return async () => calls[next++ % calls.length]?.()
}
