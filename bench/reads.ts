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
    ['… against one plain statement', `${list}?columns=${defaults}&${sorted}`, '/plain', 60],
    ['list page, all columns', `${list}?${sorted}`, '/all-columns', 40],
    [`page ${deep}`, `${list}?columns=${defaults}&page=${deep}`, `/deep?q=${(deep - 1) * 50}`, 40],
  ] as const
  const within: boolean[] = []
  for (const [name, path, floorPath, times] of pages) {
    const runs = against(bench, path, floorPath)
    await assertSame(runs, true)
    const isPlain = floorPath === '/plain'
    within.push(report(name, await compare(runs, bench.pids, times), isPlain ? 0.6 : 1.6))
    within.push(await reportThroughput(name, runs, bench.pids, isPlain ? 0.75 : 2))
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
    name: 'start of a name',
    floor: '/part',
    finds: true,
    terms: asTyped('gar, john, smi, ngu, tan, kowal, svens, rossi, kim, mar'),
  },
  {
    name: 'inside of a name',
    floor: '/part',
    finds: true,
    terms: asTyped('rci, arcia, ohn, mith, guy, anak, owalsk, nsson, adda, uyen'),
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

/** Measures searches: each term alone, and those of a kind in turn with 16 clients. */
export const search = async (bench: Bench, sessions: readonly Bench['session'][]): Promise<boolean[]> => {
  const sessionInTurn = inTurn(sessions)
  const within: boolean[] = []
  for (const { name, floor, terms, finds } of searches) {
    const runs = terms.map(([typed, meant]) => ({
      ours: () => sessionInTurn().get(`/api/students/search-by-name?q=${encodeURIComponent(typed)}`),
      floor: () => ask(`${bench.floorBase}${floor}?q=${encodeURIComponent(meant)}`),
    }))
    for (const [index, run] of runs.entries()) {
      if (finds) await assertSame(run, false)
      within.push(report(`${name}: ${terms[index]?.[0]}`, await compare(run, bench.pids, 20), 2.5))
    }
    const [nextOurs, nextFloor] = [inTurn(runs.map(({ ours }) => ours)), inTurn(runs.map((run) => run.floor))]
    const all = { ours: () => nextOurs()(), floor: () => nextFloor()() }
    within.push(await reportThroughput(name, all, bench.pids, 2))
  }
  return within
}

/** Returns what gives the values of a list in turn. */
const inTurn = <T>(values: readonly T[]): (() => T) => {
  let next = 0
  return () => {
    const value = values[next++ % values.length]
    if (value === undefined) throw new Error('The list is empty.')
    return value
  }
}
